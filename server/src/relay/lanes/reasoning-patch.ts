import { isObject } from "@tollgate/contract/json-object";
import type { ChatDialect } from "../formats/chat/chat-dialect.ts";
import type { Loss } from "../formats/chat/chat-loss.ts";
import type { ChatRequest, ReasoningWish } from "../formats/chat/chat-request.ts";
import type { ChatTarget } from "../formats/chat/chat-target.ts";
import { withMembers, withoutMembers } from "../../lib/json-members.ts";
import type { Fields } from "../formats/reported-usage.ts";
import { CHAT_FORMATS } from "./chat-formats.ts";

/** A wish over the client's own: what is shown of thoughts stays the client's to say. */
export function withReasoning(chat: ChatRequest, wish: ReasoningWish): ChatRequest {
  const summary = chat.reasoning?.summary ?? wish.summary;
  return { ...chat, reasoning: { ...wish, ...(summary !== undefined && { summary }) } };
}

/**
 * A client's body with a wish for reasoning that its dialect's codec would write: what differs between the codec's bodies
 * with and without the wish is changed in the client's. All other members keep their bytes.
 */
export function patchReasoning(
  text: string,
  dialect: ChatDialect,
  { chat, wish, target }: { chat: ChatRequest; wish: ReasoningWish; target: ChatTarget },
): { text: string; losses: readonly Loss[] } {
  const { encodeRequest } = CHAT_FORMATS[dialect];
  const before = encodeRequest(chat, target);
  const after = encodeRequest(withReasoning(chat, wish), target);
  const body: unknown = JSON.parse(text);
  const patched = isObject(body) ? rewritten(text, body, changedLike(body, before.body, after.body)) : text;
  // What the codec cannot say without the wish either goes out in the client's own words.
  const known = new Set(before.losses.map(({ path }) => path));
  return { text: patched, losses: after.losses.filter(({ path }) => !known.has(path)) };
}

/** `text` holds `body`; what is the same in `changed` is not written anew. */
function rewritten(text: string, body: Fields, changed: Fields): string {
  const gone = Object.keys(body).filter((name) => !Object.hasOwn(changed, name));
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(changed))
    if (value !== body[name]) values[name] = JSON.stringify(value);
  return withoutMembers(withMembers(text, values), gone);
}

function changedLike(body: Fields, before: Fields, after: Fields): Fields {
  const changed: Record<string, unknown> = { ...body };
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [was, is] = [before[name], after[name]];
    if (JSON.stringify(was) === JSON.stringify(is)) continue;
    const spelled = spellingIn(body, name);
    const own = body[spelled];
    if (is === undefined) delete changed[spelled];
    else if (isPlain(is) && isPlain(own)) changed[spelled] = changedLike(own, isPlain(was) ? was : {}, is);
    else changed[spelled] = is;
  }
  return changed;
}

/** Google's clients may write a field in either of two ways. */
function spellingIn(body: Fields, name: string): string {
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return !Object.hasOwn(body, name) && Object.hasOwn(body, snake) ? snake : name;
}

function isPlain(value: unknown): value is Fields {
  return isObject(value);
}
