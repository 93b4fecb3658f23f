import { expect, test } from "bun:test";
import { FormatError } from "../chat/chat-error.ts";
import { anthropicMessagesFormat } from "../anthropic-messages/anthropic-messages-format.ts";
import { openAiChatFormat } from "../openai-chat/openai-chat-format.ts";
import { openAiCompletionsFormat } from "./openai-completions-format.ts";

const decode = (body: object) => openAiCompletionsFormat.decodeRequest({ model: "m", prompt: "Hi", ...body });

test("a completion is a chat whose user says the prompt", () => {
  const sampling = { temperature: 0.5, seed: 7, presence_penalty: 1, frequency_penalty: -1 };
  const limits = { max_tokens: 9, n: 2, user: "u", stop: "END", top_p: 0.9, stream: true };
  const chat = decode({ ...limits, ...sampling, stream_options: { include_usage: true } });
  expect(chat).toEqual({
    model: "m",
    system: [],
    messages: [{ role: "user", parts: [{ type: "text", text: "Hi" }] }],
    maxOutputTokens: 9,
    choiceCount: 2,
    sampling: {
      temperature: 0.5,
      topP: 0.9,
      seed: 7,
      frequencyPenalty: -1,
      presencePenalty: 1,
      stop: ["END"],
    },
    stream: true,
    wantsUsage: true,
    endUser: "u",
  });
  expect(decode({ prompt: ["Hi"] }).messages).toEqual(chat.messages);
});

test.each([
  [{ prompt: ["a", "b"] }, "it must be one text: this model answers one prompt a call"],
  [{ prompt: [1, 2] }, "it must be a text: this model cannot read tokens of others"],
  [{ prompt: [[1, 2]] }, "it must be a text: this model cannot read tokens of others"],
  [{ prompt: null }, "it must be a text that is not empty"],
  [{ prompt: [] }, "it must be a text that is not empty"],
  [{ prompt: {} }, "it must be a text that is not empty"],
])("%j is no prompt of a chat", (body, reason) => {
  expect(() => decode(body)).toThrow(new FormatError("prompt", reason));
});

test("fields of wrong types are named", () => {
  for (const [name, value] of Object.entries({ suffix: 1, echo: "yes", logprobs: true, best_of: -1, n: 0 }))
    expect(() => decode({ [name]: value })).toThrow(name);
});

test("what a chat cannot say is a loss at every upstream, of OpenAI's chats too", () => {
  const chat = decode({ suffix: "}", echo: true, logprobs: 0, best_of: 3, tools: [], unheard_of: 1 });
  const lost = ["suffix", "echo", "logprobs", "best_of", "tools", "unheard_of"];
  for (const { encodeRequest } of [anthropicMessagesFormat, openAiChatFormat]) {
    const { body, losses } = encodeRequest(chat, { model: "m" });
    const told = losses.filter(({ path }) => path.startsWith("extensions"));
    expect(told).toEqual(
      lost.map((name) => ({
        path: `extensions.fields.${name}`,
        what: "left-out",
        reason: "only openai-completions has it",
      })),
    );
    for (const name of lost) expect(body).not.toHaveProperty(name);
  }
});

test("what means as much as nothing is no loss", () => {
  expect(decode({ suffix: "", echo: false, logprobs: null, best_of: 1, other: null })).toEqual(decode({}));
});
