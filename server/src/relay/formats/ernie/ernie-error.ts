import { isObject } from "@tollgate/contract/json-object";
import type { RelayErrorKind } from "../../relay-error.ts";
import type { ChatError } from "../chat/chat-error.ts";
import { bareErrorText, kindOfStatus } from "../chat/status-kind.ts";
import { fieldsOf, textOf } from "../reported-usage.ts";

interface Meaning {
  readonly status: number;
  readonly kind: RelayErrorKind;
}

const NO_ACCESS: Meaning = { status: 401, kind: "authentication" };
const TOO_MUCH: Meaning = { status: 429, kind: "unavailable" };
const WRONG: Meaning = { status: 400, kind: "invalid" };
const BUSY: Meaning = { status: 503, kind: "unavailable" };

/** Source: https://cloud.baidu.com/doc/WENXINWORKSHOP/s/tlmyncueh (错误码) */
const MEANINGS: ReadonlyMap<number, Meaning> = new Map([
  [1, { status: 500, kind: "upstream" }],
  [2, BUSY],
  [3, { status: 404, kind: "invalid" }],
  [4, TOO_MUCH],
  [6, { status: 403, kind: "permission" }],
  [13, NO_ACCESS],
  [14, NO_ACCESS],
  [15, NO_ACCESS],
  [17, { status: 402, kind: "quota" }],
  [18, TOO_MUCH],
  [19, { status: 402, kind: "quota" }],
  [100, NO_ACCESS],
  [110, NO_ACCESS],
  [111, NO_ACCESS],
  [336000, { status: 500, kind: "upstream" }],
  [336001, WRONG],
  [336002, WRONG],
  [336003, WRONG],
  [336004, NO_ACCESS],
  [336005, { status: 403, kind: "permission" }],
  [336006, WRONG],
  [336007, WRONG],
  [336100, BUSY],
  [336101, WRONG],
  [336103, WRONG],
  [336104, WRONG],
  [336105, WRONG],
  [336501, TOO_MUCH],
  [336502, TOO_MUCH],
  [336503, TOO_MUCH],
]);

/** `{error_code, error_msg}`, which comes with status 200. */
export function decodeErnieError(status: number, body: unknown): ChatError {
  const fields = fieldsOf(body);
  const code = Number(fields["error_code"] ?? 0);
  const meaning = MEANINGS.get(code);
  const known = meaning?.status ?? (status >= 400 ? status : 502);
  return {
    kind: meaning?.kind ?? kindOfStatus(known),
    status: known,
    code: Number.isInteger(code) && code !== 0 ? String(code) : "upstream_error",
    message: textOf(fields["error_msg"]) || textOf(fields["error_description"]) || bareErrorText(known, body),
  };
}

export function isErnieError(body: unknown): boolean {
  return isObject(body) && body["error_code"] !== undefined && body["error_code"] !== 0;
}
