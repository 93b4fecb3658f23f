import type { Dialect, StreamReply } from "./dialect.ts";
import { dataEvent, jsonReply } from "./dialect.ts";
import { member } from "./json-value.ts";
import { answerTokens, spokenAnswer } from "./spoken-answer.ts";

const PATH = /^\/v1\/(?:chat-messages|completion-messages|workflows\/run)$/;

const IDS = {
  task_id: "task-1",
  message_id: "message-1",
  conversation_id: "conversation-1",
  created_at: 1705395332,
};

/** Dify's apps as https://docs.dify.ai/api-reference describes them; agents refuse whole answers. */
export const difyDialect: Dialect = {
  serves: (path) => PATH.test(path),
  modelOf: () => undefined,
  refuse({ json, path }) {
    if (!PATH.test(path)) return undefined;
    if (typeof member(json, "user") !== "string") return invalid("user is required");
    if (!path.includes("chat")) return undefined;
    return typeof member(json, "query") === "string" ? undefined : invalid("query is required");
  },
  reply({ path }, behaviour): StreamReply {
    const { text } = spokenAnswer(behaviour, undefined, () => "");
    const tokens = answerTokens(behaviour);
    const isWorkflow = path.endsWith("run");
    const usage = {
      prompt_tokens: tokens.prompt,
      completion_tokens: tokens.completion,
      total_tokens: tokens.prompt + tokens.completion,
    };
    const events = text.map((piece) =>
      dataEvent(
        isWorkflow
          ? { event: "text_chunk", workflow_run_id: "run-1", data: { text: piece } }
          : { event: "message", ...IDS, answer: piece },
      ),
    );
    const closing = isWorkflow
      ? {
          event: "workflow_finished",
          workflow_run_id: "run-1",
          data: { status: "succeeded", outputs: { text: text.join("") }, total_tokens: usage.total_tokens },
        }
      : {
          event: "message_end",
          ...IDS,
          metadata: { ...(behaviour.usage !== "never" && { usage }), retriever_resources: [] },
        };
    return {
      kind: "stream",
      status: 200,
      headers: { "content-type": "text/event-stream" },
      opening: "event: ping\n\n",
      events,
      closing: dataEvent(closing),
      terminator: "",
      errorEvent: dataEvent({
        event: "error",
        ...IDS,
        status: 500,
        code: "completion_request_error",
        message: "The model failed.",
      }),
    };
  },
  errorReply: (status, { code, message }) =>
    jsonReply({ code: code ?? "invalid_param", message: message ?? "Arg error.", status }, status),
};

function invalid(message: string) {
  return jsonReply({ code: "invalid_param", message, status: 400 }, 400);
}
