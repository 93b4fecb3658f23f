import type { TokenIdentity } from "../resources/tokens/token-identities.ts";
import type { ClientRequest } from "./formats/client-request.ts";
import { conversationName, SESSION_HEADERS } from "./routing/choice/conversation-name.ts";

/** No vendor caches less than 1024 tokens, three bytes each at least, by itself: one that only its text tells apart may go anywhere. */
const CACHED_FROM_BYTES = 3 * 1024;

/** Names the conversation that a request goes on with; undefined when nothing tells, or nothing is cached. */
export function conversationOf(
  { model, cacheKey, prompt, bytes }: ClientRequest,
  { userId }: TokenIdentity,
  headers: Headers,
): string | undefined {
  const { texts, openingTexts } = prompt;
  const session = cacheKey === undefined ? sessionOf(headers) : null;
  if (cacheKey === undefined && session === null && bytes.byteLength < CACHED_FROM_BYTES) return undefined;
  return conversationName({ userId, model, cacheKey, session, texts, openingTexts });
}

function sessionOf(headers: Headers): string | null {
  for (const name of SESSION_HEADERS) {
    const value = headers.get(name);
    if (value) return value;
  }
  return null;
}
