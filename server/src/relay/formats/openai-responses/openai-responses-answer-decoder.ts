import { isObject } from "@tollgate/contract/json-object";
import { usageWithToolCalls } from "../../../pricing/usage.ts";
import type { Usage } from "../../../pricing/usage.ts";
import type { ChatAnswer, TokenLogprob } from "../chat/chat-answer.ts";
import { FormatError } from "../chat/chat-error.ts";
import type { DecodeContext } from "../chat/chat-format.ts";
import type { AssistantPart } from "../chat/chat-part.ts";
import { derivedCallId } from "../chat/tool-calls.ts";
import { usageFromOpenAi } from "../openai/openai-usage.ts";
import { objectsIn, textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";
import { readFinish } from "./openai-responses-finish.ts";
import type { SaidKinds } from "./openai-responses-finish.ts";
import { readItem } from "./openai-responses-items.ts";
import { readLogprobs } from "./openai-responses-logprobs.ts";
import { endExtensions, headExtensions } from "./openai-responses-response.ts";
import { findResponsesUsage, responsesToolCalls } from "./openai-responses-usage.ts";

/**
 * A whole response. Throws FormatError when it is none: an error object, one that failed before it said anything, one
 * that is not finished.
 */
export function decodeAnswer(body: unknown, context: DecodeContext): ChatAnswer {
  if (!isObject(body)) throw new FormatError("body", "it must be an object");
  if (body["status"] === "queued" || body["status"] === "in_progress")
    throw new FormatError("status", "the answer is not finished");
  if (!Array.isArray(body["output"])) throw new FormatError("output", "it must be an array");
  const items = objectsIn(body["output"]);
  if (items.length === 0 && isObject(body["error"])) throw new FormatError("error", "there is no answer");
  const parts = items.flatMap((item, index) => readItem(item, () => derivedCallId(context.requestId, index)));
  const tokens = items.flatMap(readTokens);
  const { extensions, ...head } = readHead(body, context);
  const rawUsage = findResponsesUsage(body);
  const usage = readUsage(body);
  const ending = endExtensions(body);
  return {
    ...head,
    choices: [
      {
        index: 0,
        parts,
        finish: readFinish(body, kindsOf(parts)),
        ...(tokens.length > 0 && { logprobs: { text: tokens } }),
        ...(ending && { extensions: ending }),
      },
    ],
    ...(usage && { usage }),
    ...(isObject(rawUsage) && { rawUsage }),
    ...(extensions && { extensions }),
  };
}

export type ReadHead = Pick<ChatAnswer, "id" | "createdAtSeconds" | "model" | "serviceTier" | "extensions">;

/** What a response says of itself; the call's own where it does not. */
export function readHead(response: Fields, context: DecodeContext): ReadHead {
  const createdAt = response["created_at"];
  const serviceTier = textOf(response["service_tier"]);
  const extensions = headExtensions(response);
  return {
    id: textOf(response["id"]) || context.requestId,
    createdAtSeconds: typeof createdAt === "number" ? createdAt : context.createdAtSeconds,
    model: textOf(response["model"]) || context.model,
    ...(serviceTier !== "" && { serviceTier }),
    ...(extensions && { extensions }),
  };
}

/** The usage of a response, with the calls of OpenAI's tools that are billed by the call. */
export function readUsage(response: Fields): Usage | undefined {
  const usage = usageFromOpenAi(findResponsesUsage(response));
  return usage && usageWithToolCalls(usage, responsesToolCalls(response));
}

function readTokens(item: Fields): TokenLogprob[] {
  return item["type"] === "message"
    ? objectsIn(item["content"]).flatMap((part) => readLogprobs(part["logprobs"]))
    : [];
}

export function kindsOf(parts: readonly AssistantPart[]): SaidKinds {
  return {
    hasRefusal: parts.some(({ type }) => type === "refusal"),
    endsWithCall: parts.at(-1)?.type === "tool-call",
  };
}
