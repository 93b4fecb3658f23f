import Anthropic from "@anthropic-ai/sdk";
import type { ClientAnswer, Conversation, GatewayAddress, OfficialClient } from "./official-client.ts";
import { MODEL, SYSTEM, WEATHER_SCHEMA } from "./official-client.ts";

/** The `@anthropic-ai/sdk` package, by messages. */
export const anthropicClient: OfficialClient = {
  name: "anthropic",
  start,
  statusOf: (failure) => (failure instanceof Anthropic.APIError ? failure.status : undefined),
};

function start({ url, apiKey }: GatewayAddress, streams: boolean): Conversation {
  const client = new Anthropic({ apiKey, baseURL: url, maxRetries: 0 });
  const messages: Anthropic.MessageParam[] = [];
  let callIds: readonly string[] = [];
  const say = async (): Promise<ClientAnswer> => {
    const body: Anthropic.MessageCreateParamsNonStreaming = {
      model: MODEL,
      max_tokens: 1000,
      system: SYSTEM,
      messages,
      tools: [{ name: "weather", input_schema: { ...WEATHER_SCHEMA, required: ["city"] } }],
    };
    const answer = streams
      ? await client.messages.stream(body).finalMessage()
      : await client.messages.create(body);
    messages.push({ role: "assistant", content: answer.content });
    const calls = answer.content.filter((block) => block.type === "tool_use");
    callIds = calls.map(({ id }) => id);
    const { usage } = answer;
    return {
      text: answer.content.map((block) => (block.type === "text" ? block.text : "")).join(""),
      calls: calls.map(({ name, input }) => ({ name, args: input })),
      inputTokens:
        usage.input_tokens + (usage.cache_read_input_tokens ?? 0) + (usage.cache_creation_input_tokens ?? 0),
      outputTokens: usage.output_tokens,
    };
  };
  return {
    ask(text) {
      messages.push({ role: "user", content: text });
      return say();
    },
    giveResults(results) {
      messages.push({
        role: "user",
        content: callIds.map((id, index) => ({
          type: "tool_result",
          tool_use_id: id,
          content: results[index] ?? "",
        })),
      });
      return say();
    },
  };
}
