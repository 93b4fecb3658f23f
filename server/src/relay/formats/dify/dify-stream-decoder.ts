import { isObject } from "@tollgate/contract/json-object";
import { createWritingDecoder } from "../chat/answer-writer.ts";
import type { AnswerHead, AnswerWriter } from "../chat/answer-writer.ts";
import type { ChatStreamDecoder, DecodeContext } from "../chat/chat-format.ts";
import { jsonFields, NOT_JSON } from "../chat/json-message.ts";
import { countOf, fieldsOf, textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";
import { decodeDifyError } from "./dify-error.ts";
import { usageFromDify } from "./dify-usage.ts";

/**
 * Reads the events of all kinds of apps: chats and agents (`message`, `agent_message`, `message_end`), completions, and
 * workflows (`text_chunk`, `workflow_finished`). What an agent thinks and which nodes run is the app's own affair.
 * Source: https://docs.dify.ai/en/api-reference/guides/streaming
 */
export function createDifyStreamDecoder(context: DecodeContext): ChatStreamDecoder {
  let written = "";
  const write = (text: string, writer: AnswerWriter) => {
    written += text;
    writer.text(text);
  };
  return createWritingDecoder(context, ({ event: name, data }, writer) => {
    const event = jsonFields(data);
    if (!event) return name === "ping" ? undefined : writer.fail(NOT_JSON);
    switch (event["event"]) {
      case "message":
      case "agent_message":
        writer.begin(headOf(event));
        return write(textOf(event["answer"]), writer);
      case "text_chunk":
        writer.begin(headOf(event));
        return write(textOf(fieldsOf(event["data"])["text"]), writer);
      case "message_file":
        return tellFile(event, writer);
      case "message_end": {
        writer.begin(headOf(event));
        tellSources(event, writer);
        const { usage } = fieldsOf(event["metadata"]);
        if (isObject(usage)) writer.usage(usage, usageFromDify(usage));
        return writer.finish({ reason: "stop" });
      }
      case "workflow_finished":
        return finishWorkflow(event, written, writer);
      case "error":
        return writer.fail(decodeDifyError(502, event));
      default:
    }
  });
}

function headOf(event: Fields): AnswerHead {
  const createdAtSeconds = countOf(event["created_at"]);
  return {
    id: textOf(event["message_id"]) || textOf(event["workflow_run_id"]) || textOf(event["id"]),
    ...(createdAtSeconds > 0 && { createdAtSeconds }),
  };
}

/** A chat's own workflow ends too; what ends the chat is `message_end`. */
function finishWorkflow(event: Fields, written: string, writer: AnswerWriter): void {
  const data = fieldsOf(event["data"]);
  const status = textOf(data["status"]);
  if (status === "failed" || status === "stopped") {
    const message = textOf(data["error"]) || `The workflow has ${status}.`;
    return writer.fail({ kind: "upstream", status: 502, code: `workflow_${status}`, message });
  }
  if (event["conversation_id"] !== undefined) return;
  writer.begin(headOf(event));
  if (written === "") writer.text(outputText(data["outputs"]));
  const { total_tokens: total } = data;
  if (countOf(total) > 0) {
    const usage = { total_tokens: total };
    writer.usage(usage, usageFromDify(usage));
  }
  writer.finish({ reason: "stop" });
}

/** A workflow names its outputs as it likes: a single text is the answer, everything else is its JSON. */
function outputText(outputs: unknown): string {
  const fields = fieldsOf(outputs);
  const values = Object.values(fields);
  const [only] = values;
  if (values.length === 1 && typeof only === "string") return only;
  return values.length === 0 ? "" : JSON.stringify(fields);
}

function tellFile(event: Fields, writer: AnswerWriter): void {
  const url = textOf(event["url"]);
  if (event["type"] === "image" && url !== "") writer.part({ type: "image", source: { kind: "url", url } });
}

/** What the answer was made from: a document's name and the passage, without an address. */
function tellSources(event: Fields, writer: AnswerWriter): void {
  const { retriever_resources: resources } = fieldsOf(event["metadata"]);
  if (!Array.isArray(resources)) return;
  for (const resource of resources.filter(isObject)) {
    const title = textOf(resource["document_name"]);
    const fileId = textOf(resource["document_id"]);
    const citedText = textOf(resource["content"]);
    writer.annotate({
      type: "document",
      ...(fileId !== "" && { fileId }),
      ...(title !== "" && { title }),
      ...(citedText !== "" && { citedText }),
    });
  }
}
