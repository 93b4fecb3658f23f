import { expect, test } from "bun:test";
import { openAiResponsesFormat } from "../formats/openai-responses/openai-responses-format.ts";
import { RelayError } from "../relay-error.ts";
import { requireWholeConversation } from "./whole-conversation.ts";

/** The parameter that is refused; undefined when none is. */
function refused(body: object): unknown {
  const chat = openAiResponsesFormat.decodeRequest({ model: "m", input: "Hi", ...body });
  try {
    requireWholeConversation(chat);
  } catch (error) {
    if (error instanceof RelayError && error.code === "conversation.not-kept") return error.details["param"];
    throw error;
  }
  return undefined;
}

const question = { role: "user", content: "Hi" };

test("a conversation that is only referred to is refused by the parameter that does so", () => {
  expect(refused({ previous_response_id: "resp_1" })).toBe("previous_response_id");
  expect(refused({ conversation: "conv_1" })).toBe("conversation");
  expect(refused({ prompt: { id: "pmpt_1" } })).toBe("prompt");
  const references = [{ type: "item_reference", id: "msg_1" }, { id: "fc_1" }];
  for (const reference of references) expect(refused({ input: [question, reference] })).toBe("input");
});

test("a whole conversation is taken, also without the thoughts in it", () => {
  expect(refused({ previous_response_id: null, conversation: null })).toBeUndefined();
  const thought = { type: "item_reference", id: "rs_1" };
  const said = { type: "message", id: "msg_1", role: "assistant", content: "Hello" };
  expect(refused({ input: [question, thought, said, question] })).toBeUndefined();
});
