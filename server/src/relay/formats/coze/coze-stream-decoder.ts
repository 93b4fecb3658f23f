import { isObject } from "@tollgate/contract/json-object";
import { createWritingDecoder } from "../chat/answer-writer.ts";
import type { AnswerWriter } from "../chat/answer-writer.ts";
import type { ChatStreamDecoder, DecodeContext } from "../chat/chat-format.ts";
import { jsonFields, NOT_JSON } from "../chat/json-message.ts";
import { countOf, textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";
import { decodeCozeError, isCozeError } from "./coze-error.ts";
import { usageFromCoze } from "./coze-usage.ts";

/**
 * Reads the named events of a chat. Of a bot's messages the `answer` is the model's; what it asks its plugins and what
 * it would ask next are its own affair. Source: https://docs.coze.cn/developer_guides/chat_v3 (流式响应)
 */
export function createCozeStreamDecoder(context: DecodeContext): ChatStreamDecoder {
  let hasWritten = false;
  return createWritingDecoder(context, ({ event, data }, writer) => {
    if (event === "done") return;
    const fields = jsonFields(data);
    if (!fields) return writer.fail(NOT_JSON);
    switch (event) {
      case "conversation.chat.created":
        return writer.begin(headOf(fields));
      case "conversation.message.delta":
        if (tellMessage(fields, writer)) hasWritten = true;
        return;
      case "conversation.message.completed":
        // Cards and answers of workflows come whole.
        if (!hasWritten) hasWritten = tellMessage(fields, writer);
        return;
      case "conversation.chat.completed": {
        const { usage } = fields;
        if (isObject(usage)) writer.usage(usage, usageFromCoze(usage));
        return writer.finish({ reason: "stop" });
      }
      case "conversation.chat.failed":
        return writer.fail(decodeCozeError(502, fields["last_error"]));
      case "conversation.chat.canceled":
      case "conversation.chat.requires_action":
        return writer.fail(unanswered(event));
      case "error":
        return writer.fail(decodeCozeError(502, fields));
      default:
        if (isCozeError(fields)) writer.fail(decodeCozeError(502, fields));
    }
  });
}

function headOf(chat: Fields) {
  const createdAtSeconds = countOf(chat["created_at"]);
  return { id: textOf(chat["id"]), ...(createdAtSeconds > 0 && { createdAtSeconds }) };
}

/** Whether it was one of the answer's. */
function tellMessage(message: Fields, writer: AnswerWriter): boolean {
  if (message["type"] !== "answer") return false;
  const text = textOf(message["content"]);
  writer.thought(textOf(message["reasoning_content"]));
  writer.text(text);
  return text !== "";
}

/** A bot that waits for a tool of its own client's gets no answer through a gateway. */
function unanswered(event: string) {
  const isWaiting = event.endsWith("requires_action");
  return {
    kind: "upstream",
    status: 502,
    code: isWaiting ? "requires_action" : "canceled",
    message: isWaiting
      ? "The bot waits for the output of a tool that only its own client could run."
      : "The chat was canceled there.",
  } as const;
}
