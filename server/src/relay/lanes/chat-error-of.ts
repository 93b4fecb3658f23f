import type { Language } from "@tollgate/contract/errors";
import type { ChatError } from "../formats/chat/chat-error.ts";
import type { RelayError } from "../relay-error.ts";

/** A refusal of the gateway's, ready for any dialect's envelope. */
export function chatErrorOf(error: RelayError, language: Language): ChatError {
  const { kind, status, code, details } = error;
  const { param } = details;
  const told = { kind, status, code, message: error.text(language) };
  return param === undefined ? told : { ...told, param: String(param) };
}
