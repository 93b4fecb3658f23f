import OpenAI from "openai";
import type { ClientAnswer, Conversation, GatewayAddress, OfficialClient } from "./official-client.ts";
import { MODEL, SYSTEM, WEATHER_SCHEMA } from "./official-client.ts";

/** The `openai` package, by responses, with the whole conversation in each request. */
export const openAiResponsesClient: OfficialClient = {
  name: "openai responses",
  start,
  statusOf: (failure) => (failure instanceof OpenAI.APIError ? failure.status : undefined),
};

function start({ url, apiKey }: GatewayAddress, streams: boolean): Conversation {
  const client = new OpenAI({ apiKey, baseURL: `${url}/v1`, maxRetries: 0 });
  const input: OpenAI.Responses.ResponseInputItem[] = [];
  let callIds: readonly string[] = [];
  const say = async (): Promise<ClientAnswer> => {
    const body: OpenAI.Responses.ResponseCreateParamsNonStreaming = {
      model: MODEL,
      instructions: SYSTEM,
      input,
      store: false,
      include: ["reasoning.encrypted_content"],
      tools: [{ type: "function", name: "weather", parameters: { ...WEATHER_SCHEMA }, strict: null }],
    };
    const answer = streams
      ? await client.responses.stream({ ...body, stream: true }).finalResponse()
      : await client.responses.create(body);
    input.push(...answer.output);
    const calls = answer.output.flatMap((item) => (item.type === "function_call" ? [item] : []));
    callIds = calls.map((call) => call.call_id);
    return {
      text: textOf(answer.output),
      calls: calls.map(({ name, arguments: text }) => ({ name, args: JSON.parse(text) })),
      inputTokens: answer.usage?.input_tokens ?? -1,
      outputTokens: answer.usage?.output_tokens ?? -1,
    };
  };
  return {
    ask(text) {
      input.push({ role: "user", content: text });
      return say();
    },
    giveResults(results) {
      for (const [index, callId] of callIds.entries())
        input.push({ type: "function_call_output", call_id: callId, output: results[index] ?? "" });
      return say();
    },
  };
}

/** The SDK's own `output_text` is there in whole answers only. */
function textOf(output: readonly OpenAI.Responses.ResponseOutputItem[]): string {
  const parts = output.flatMap((item) => (item.type === "message" ? item.content : []));
  return parts.map((part) => (part.type === "output_text" ? part.text : "")).join("");
}
