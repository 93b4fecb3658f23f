import type { UpstreamAnswer, UpstreamHeaders } from "../../../lib/egress/upstream-exchange.ts";
import { jsonObject } from "../../../lib/json-object.ts";
import type { UpstreamDialect } from "../../formats/chat/chat-dialect.ts";
import { namedValue } from "../../formats/chat/named-value.ts";
import { fieldsOf, textOf } from "../../formats/reported-usage.ts";
import type { Fields } from "../../formats/reported-usage.ts";
import { anthropicErrorBody } from "../cloud-anthropic-error.ts";

/**
 * AWS's names of what went wrong in Anthropic's words, in lower case.
 * Source: https://docs.aws.amazon.com/bedrock/latest/userguide/troubleshooting-api-error-codes.html
 */
const TYPES: Readonly<Record<string, string>> = {
  validationexception: "invalid_request_error",
  accessdeniedexception: "permission_error",
  unrecognizedclientexception: "authentication_error",
  invalidsignatureexception: "authentication_error",
  incompletesignatureexception: "authentication_error",
  incompletesignature: "authentication_error",
  missingauthenticationtokenexception: "authentication_error",
  expiredtokenexception: "authentication_error",
  invalidclienttokenid: "authentication_error",
  notauthorized: "authentication_error",
  resourcenotfoundexception: "not_found_error",
  throttlingexception: "rate_limit_error",
  servicequotaexceededexception: "rate_limit_error",
  modelnotreadyexception: "overloaded_error",
  serviceunavailableexception: "overloaded_error",
  modeltimeoutexception: "timeout_error",
  internalserverexception: "api_error",
  modelerrorexception: "api_error",
  modelstreamerrorexception: "api_error",
};

/** An exception in a dialect's envelope. `name`: AWS's for it, empty where it is not told. */
export function bedrockErrorBody(
  dialect: UpstreamDialect,
  status: number,
  name: string,
  message: string,
): Fields {
  const type = namedValue(TYPES, name.toLowerCase());
  if (dialect === "anthropic") return anthropicErrorBody(status, message, type);
  if (dialect === "bedrock-converse") return { error: { message, type: name } };
  return { error: { message, type: type ?? "upstream_error", param: null, code: name } };
}

/** Which exception an error answer is: `ThrottlingException:http://…` in a header, or a path in the body. */
export function exceptionName(headers: UpstreamHeaders, body: Fields | undefined): string {
  const told = headers.get("x-amzn-errortype") ?? textOf(fieldsOf(body)["__type"]);
  return (told.split(":")[0] ?? "").replace(/^.*#/, "");
}

/** What it says: AWS spells the member in both ways. */
function exceptionMessage(body: Fields | undefined): string {
  return textOf(fieldsOf(body)["message"]) || textOf(fieldsOf(body)["Message"]);
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** An error answer in a dialect's envelope, without `secrets`; undefined for what is no error of AWS's. */
export function errorInDialect(
  dialect: UpstreamDialect,
  { status, headers }: UpstreamAnswer,
  bytes: Uint8Array,
  secrets: readonly string[],
): Uint8Array | undefined {
  const body = jsonObject(decoder.decode(bytes));
  if (!body || body["error"] !== undefined) return undefined;
  const name = exceptionName(headers, body);
  const told = exceptionMessage(body) || name;
  if (told === "") return undefined;
  const message = secrets.reduce((text, secret) => text.replaceAll(secret, "***"), told);
  return encoder.encode(JSON.stringify(bedrockErrorBody(dialect, status, name, message)));
}
