import OpenAI from "openai";
import type { ClientAnswer, Conversation, GatewayAddress, OfficialClient } from "./official-client.ts";
import { MODEL, SYSTEM, WEATHER_SCHEMA } from "./official-client.ts";

/** The `openai` package, by chat completions. */
export const openAiChatClient: OfficialClient = {
  name: "openai chat",
  start,
  statusOf: (failure) => (failure instanceof OpenAI.APIError ? failure.status : undefined),
};

function start({ url, apiKey }: GatewayAddress, streams: boolean): Conversation {
  const client = new OpenAI({ apiKey, baseURL: `${url}/v1`, maxRetries: 0 });
  const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: "system", content: SYSTEM }];
  const say = async (): Promise<ClientAnswer> => {
    const body: OpenAI.ChatCompletionCreateParamsNonStreaming = {
      model: MODEL,
      messages,
      tools: [{ type: "function", function: { name: "weather", parameters: { ...WEATHER_SCHEMA } } }],
    };
    const answer = streams
      ? await client.chat.completions
          .stream({ ...body, stream: true, stream_options: { include_usage: true } })
          .finalChatCompletion()
      : await client.chat.completions.create(body);
    const message = answer.choices[0]?.message;
    if (!message) throw new Error("no choice came");
    messages.push(message);
    return {
      text: message.content ?? "",
      calls: callsOf(message),
      inputTokens: answer.usage?.prompt_tokens ?? -1,
      outputTokens: answer.usage?.completion_tokens ?? -1,
    };
  };
  return {
    ask(text) {
      messages.push({ role: "user", content: text });
      return say();
    },
    giveResults(results) {
      const last = messages.at(-1);
      const calls = last?.role === "assistant" ? (last.tool_calls ?? []) : [];
      for (const [index, { id }] of calls.entries())
        messages.push({ role: "tool", tool_call_id: id, content: results[index] ?? "" });
      return say();
    },
  };
}

function callsOf(message: OpenAI.ChatCompletionMessage): ClientAnswer["calls"] {
  return (message.tool_calls ?? []).flatMap((call) =>
    call.type === "function" ? [{ name: call.function.name, args: JSON.parse(call.function.arguments) }] : [],
  );
}
