import { isObject } from "@tollgate/contract/json-object";
import type { RelayErrorKind } from "../../relay-error.ts";
import type { ChatError } from "../chat/chat-error.ts";
import { bareErrorText, kindOfStatus } from "../chat/status-kind.ts";
import { fieldsOf, textOf } from "../reported-usage.ts";
import { responseOf } from "./hunyuan-words.ts";

interface Meaning {
  readonly begins: string;
  readonly status: number;
  readonly kind: RelayErrorKind;
}

/** By the first word that fits. Source: https://cloud.tencent.com/document/api/1729/101838 (公共错误码) */
const MEANINGS: readonly Meaning[] = [
  { begins: "AuthFailure.UnauthorizedOperation", status: 403, kind: "permission" },
  { begins: "AuthFailure", status: 401, kind: "authentication" },
  { begins: "UnauthorizedOperation", status: 403, kind: "permission" },
  { begins: "RequestLimitExceeded", status: 429, kind: "unavailable" },
  { begins: "LimitExceeded", status: 429, kind: "unavailable" },
  { begins: "ResourceInsufficient", status: 402, kind: "quota" },
  { begins: "ResourceUnavailable", status: 402, kind: "quota" },
  { begins: "FailedOperation.ResourcePackExhausted", status: 402, kind: "quota" },
  { begins: "FailedOperation.FreeResourcePackExhausted", status: 402, kind: "quota" },
  { begins: "FailedOperation.ServiceNotActivated", status: 403, kind: "permission" },
  { begins: "FailedOperation.ServiceStop", status: 403, kind: "permission" },
  { begins: "FailedOperation", status: 500, kind: "upstream" },
  { begins: "InternalError", status: 500, kind: "upstream" },
  { begins: "Invalid", status: 400, kind: "invalid" },
  { begins: "Missing", status: 400, kind: "invalid" },
  { begins: "Unsupported", status: 400, kind: "invalid" },
  { begins: "OperationDenied", status: 400, kind: "invalid" },
];

/** `Response.Error` of a whole answer, which comes with status 200, and `ErrorMsg` of an event. */
export function decodeHunyuanError(status: number, body: unknown): ChatError {
  const response = responseOf(body);
  const error = fieldsOf(response["Error"] ?? response["ErrorMsg"]);
  const code = textOf(error["Code"]) || (typeof error["Code"] === "number" ? String(error["Code"]) : "");
  const meaning = MEANINGS.find(({ begins }) => code.startsWith(begins));
  const known = meaning?.status ?? (status >= 400 ? status : 502);
  return {
    kind: meaning?.kind ?? kindOfStatus(known),
    status: known,
    code: code || "upstream_error",
    message: textOf(error["Message"]) || textOf(error["Msg"]) || bareErrorText(known, body),
  };
}

export function isHunyuanError(body: unknown): boolean {
  const response = responseOf(body);
  return isObject(response["Error"]) || isObject(response["ErrorMsg"]);
}
