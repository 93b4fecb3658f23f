import { createHash } from "node:crypto";

const VALID = /^[A-Za-z0-9]{9}$/;
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const LENGTH = 9;

/** An id of a call as Mistral takes it: its own stays, another's is always the same nine letters and digits. */
export function mistralCallId(id: string): string {
  if (VALID.test(id)) return id;
  const hash = createHash("sha256").update(id).digest();
  return Array.from(hash.subarray(0, LENGTH), (byte) => LETTERS[byte % LETTERS.length]).join("");
}

const decoder = new TextDecoder();

/**
 * A chat whose calls have ids that Mistral takes: histories that began at another vendor are refused otherwise. A body
 * without foreign ids stays as it is.
 */
export function withMistralCallIds<Body extends Uint8Array | string>(body: Body): Body | string {
  const text = typeof body === "string" ? body : decoder.decode(body);
  if (!text.includes('"tool_call')) return body;
  const chat: unknown = JSON.parse(text);
  let isChanged = false;
  const renamed = (holder: object, name: "id" | "tool_call_id"): void => {
    const id: unknown = Reflect.get(holder, name);
    if (typeof id !== "string" || VALID.test(id)) return;
    Reflect.set(holder, name, mistralCallId(id));
    isChanged = true;
  };
  for (const message of objectsIn(Object(chat).messages)) {
    renamed(message, "tool_call_id");
    for (const call of objectsIn(Reflect.get(message, "tool_calls"))) renamed(call, "id");
  }
  return isChanged ? JSON.stringify(chat) : body;
}

function objectsIn(value: unknown): object[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === "object" && entry !== null) : [];
}
