import { ApiError, GoogleGenAI } from "@google/genai";
import type { Content, GenerateContentParameters, GenerateContentResponse, Part } from "@google/genai";
import type { ClientAnswer, Conversation, GatewayAddress, OfficialClient } from "./official-client.ts";
import { MODEL, SYSTEM, WEATHER_SCHEMA } from "./official-client.ts";

/** The `@google/genai` package, by generateContent. */
export const geminiClient: OfficialClient = {
  name: "gemini",
  start,
  statusOf: (failure) => (failure instanceof ApiError ? failure.status : undefined),
};

function start({ url, apiKey }: GatewayAddress, streams: boolean): Conversation {
  const client = new GoogleGenAI({ apiKey, httpOptions: { baseUrl: url } });
  const contents: Content[] = [];
  let called: readonly Part[] = [];
  const say = async (): Promise<ClientAnswer> => {
    const parameters: GenerateContentParameters = {
      model: MODEL,
      contents,
      config: {
        systemInstruction: SYSTEM,
        tools: [{ functionDeclarations: [{ name: "weather", parametersJsonSchema: WEATHER_SCHEMA }] }],
      },
    };
    const answers = streams
      ? await Array.fromAsync(await client.models.generateContentStream(parameters))
      : [await client.models.generateContent(parameters)];
    const parts = answers.flatMap((answer) => answer.candidates?.[0]?.content?.parts ?? []);
    contents.push({ role: "model", parts });
    called = parts.filter((part) => part.functionCall);
    return answerOf(parts, answers.findLast((answer) => answer.usageMetadata)?.usageMetadata);
  };
  return {
    ask(text) {
      contents.push({ role: "user", parts: [{ text }] });
      return say();
    },
    giveResults(results) {
      const parts = called.map(({ functionCall }, index) => ({
        functionResponse: {
          ...(functionCall?.id !== undefined && { id: functionCall.id }),
          name: functionCall?.name ?? "",
          response: { output: results[index] },
        },
      }));
      contents.push({ role: "user", parts });
      return say();
    },
  };
}

function answerOf(parts: readonly Part[], usage: GenerateContentResponse["usageMetadata"]): ClientAnswer {
  return {
    text: parts.map((part) => (part.thought ? "" : (part.text ?? ""))).join(""),
    calls: parts.flatMap(({ functionCall }) =>
      functionCall ? [{ name: functionCall.name ?? "", args: functionCall.args }] : [],
    ),
    inputTokens: usage?.promptTokenCount ?? -1,
    outputTokens: (usage?.candidatesTokenCount ?? -1) + (usage?.thoughtsTokenCount ?? 0),
  };
}
