import { isObject } from "@tollgate/contract/json-object";
import type { UpstreamDialect } from "../../formats/chat/chat-dialect.ts";
import { fieldsOf, textOf } from "../../formats/reported-usage.ts";
import { anthropicErrorBody, isAnthropicError } from "../cloud-anthropic-error.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * An error answer in a dialect's envelope: Google puts its own one before all dialects, sometimes in an array. Undefined for
 * what may stay as it is.
 */
export function errorInDialect(
  dialect: UpstreamDialect,
  status: number,
  bytes: Uint8Array,
): Uint8Array | undefined {
  const told = parsed(bytes);
  const body: unknown = Array.isArray(told) ? told[0] : told;
  if (!isObject(body) || (dialect === "anthropic" && isAnthropicError(body))) return undefined;
  const error = fieldsOf(body["error"]);
  const message = textOf(error["message"]);
  const name = textOf(error["status"]);
  if (message === "" || (dialect === "gemini" && body === told)) return undefined;
  if (dialect === "gemini") return encoder.encode(JSON.stringify(body));
  if (dialect === "anthropic") return encoder.encode(JSON.stringify(anthropicErrorBody(status, message)));
  if (name === "") return body === told ? undefined : encoder.encode(JSON.stringify(body));
  const said = { message, type: name, param: null, code: name };
  return encoder.encode(JSON.stringify({ error: said }));
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch {
    return undefined;
  }
}
