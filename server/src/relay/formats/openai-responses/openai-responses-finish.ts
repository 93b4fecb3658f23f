import type { ChatFinish, FinishReason } from "../chat/chat-answer.ts";
import type { LossList } from "../chat/chat-loss.ts";
import { fieldsOf, textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";
import { namedValue } from "../chat/named-value.ts";
import { DIALECT } from "./openai-responses-dialect.ts";

/** What an answer consists of, as far as it decides why it ended. */
export interface SaidKinds {
  readonly hasRefusal: boolean;
  readonly endsWithCall: boolean;
}

const INCOMPLETE: Readonly<Record<string, FinishReason>> = {
  max_output_tokens: "length",
  content_filter: "content-filter",
  // Not OpenAI's: what this codec writes where another vendor asks to be called again.
  pause: "pause",
};

/** Why the model stopped: by the response's `status`, and by what it said. */
export function readFinish(response: Fields, { hasRefusal, endsWithCall }: SaidKinds): ChatFinish {
  const status = textOf(response["status"]);
  const error = fieldsOf(response["error"]);
  if (status === "failed" || textOf(error["message"]) !== "") {
    const code = textOf(error["code"]);
    const message = textOf(error["message"]);
    return {
      reason: "error",
      ...(code !== "" && code !== "server_error" && { raw: code }),
      ...(message !== "" && { message }),
    };
  }
  if (status === "incomplete") {
    const raw = textOf(fieldsOf(response["incomplete_details"])["reason"]);
    const reason = namedValue(INCOMPLETE, raw);
    return reason ? { reason } : { reason: "other", ...(raw !== "" && { raw }) };
  }
  if (status !== "" && status !== "completed") return { reason: "other", raw: status };
  return { reason: hasRefusal ? "refusal" : endsWithCall ? "tool-calls" : "stop" };
}

const WRITTEN = new Set(["reason", "raw", "message"]);
const REASONS: Partial<Record<FinishReason, string>> = {
  length: "max_output_tokens",
  "content-filter": "content_filter",
  pause: "pause",
};

/** The fields of a response that say how it ended. */
export function writeFinish(finish: ChatFinish, said: SaidKinds, path: string, losses: LossList): Fields {
  losses.unwritten(path, finish, WRITTEN, DIALECT);
  const { reason, raw, message } = finish;
  if (reason === "error")
    return {
      status: "failed",
      error: { code: raw ?? "server_error", message: message ?? "" },
      incomplete_details: null,
    };
  if (message !== undefined) losses.leftOut(`${path}.message`, "only failures have one here");
  if (reason === "other" && raw === "cancelled") return ended("cancelled", null);
  if (reason === "other") return ended("incomplete", raw ?? null);
  if (raw !== undefined) losses.leftOut(`${path}.raw`, "the vendor's own word");
  const cut = REASONS[reason];
  if (cut !== undefined) return ended("incomplete", cut);
  if (reason === "refusal" && !said.hasRefusal) {
    losses.changed(`${path}.reason`, "a refusal without words is told as filtered");
    return ended("incomplete", "content_filter");
  }
  const told = readFinish({ status: "completed" }, said).reason;
  if (told !== reason) losses.changed(`${path}.reason`, `told as ${told}`);
  return ended("completed", null);
}

function ended(status: string, reason: string | null): Fields {
  return { status, error: null, incomplete_details: status === "incomplete" ? { reason } : null };
}
