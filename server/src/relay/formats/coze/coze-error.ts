import { isObject } from "@tollgate/contract/json-object";
import type { RelayErrorKind } from "../../relay-error.ts";
import type { ChatError } from "../chat/chat-error.ts";
import { bareErrorText, kindOfStatus } from "../chat/status-kind.ts";
import { fieldsOf, textOf } from "../reported-usage.ts";

/** Source: https://docs.coze.cn/developer_guides/coze_error_codes */
const STATUSES: ReadonlyMap<number, { status: number; kind: RelayErrorKind }> = new Map([
  [700012006, { status: 401, kind: "authentication" }],
  [4100, { status: 401, kind: "authentication" }],
  [4101, { status: 403, kind: "permission" }],
  [4027, { status: 402, kind: "quota" }],
  [4028, { status: 402, kind: "quota" }],
  [4011, { status: 402, kind: "quota" }],
  [4013, { status: 429, kind: "unavailable" }],
  [4000, { status: 400, kind: "invalid" }],
  [4200, { status: 404, kind: "invalid" }],
  [4015, { status: 400, kind: "invalid" }],
  [4016, { status: 409, kind: "unavailable" }],
]);

/** `{code, msg}`, which comes with status 200 too; `last_error` of a chat is the same. */
export function decodeCozeError(status: number, body: unknown): ChatError {
  const fields = fieldsOf(body);
  const code = Number(fields["code"]);
  const known = STATUSES.get(code);
  const meant = known?.status ?? (status >= 400 ? status : 502);
  return {
    kind: known?.kind ?? kindOfStatus(meant),
    status: meant,
    code: Number.isInteger(code) && code !== 0 ? String(code) : "upstream_error",
    message: textOf(fields["msg"]) || textOf(fields["message"]) || bareErrorText(meant, body),
  };
}

/** Zero is the code of success. */
export function isCozeError(body: unknown): boolean {
  return isObject(body) && typeof body["code"] === "number" && body["code"] !== 0;
}
