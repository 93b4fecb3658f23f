/** What a client sent as its key: the token's key and, for admins, the channel it asks for. */
export interface ClientKey {
  readonly key: string;
  readonly channelId: number | undefined;
}

const PROTOCOL_KEY = "openai-insecure-api-key.";

/**
 * The one place that reads a key, from wherever clients of any dialect put it, so that no header skips a rule. Order:
 * `Authorization`, WebSocket protocol, `x-api-key`, `api-key`, `x-goog-api-key`, `?key=`, `?api-key=` (Azure's clients in
 * browsers, whose sockets have no headers), `mj-api-secret`.
 * `sk-KEY-CHANNELID` names a channel. Undefined when no key came at all.
 */
export function readClientKey(request: Request): ClientKey | undefined {
  const { headers } = request;
  const authorization = withoutScheme(headers.get("authorization"));
  if (authorization && authorization !== "midjourney-proxy") return parseKey(authorization);
  const other =
    protocolKey(headers.get("sec-websocket-protocol")) ||
    headers.get("x-api-key") ||
    headers.get("api-key") ||
    headers.get("x-goog-api-key") ||
    queryKey(request.url) ||
    headers.get("mj-api-secret");
  return other ? parseKey(other.trim()) : undefined;
}

function withoutScheme(authorization: string | null): string | undefined {
  // What every client sends; a regular expression costs ten times as much.
  if (authorization?.startsWith("Bearer sk-")) return authorization.slice("Bearer ".length);
  return authorization?.replace(/^Bearer(\s+|$)/i, "").trim();
}

function protocolKey(protocols: string | null): string | undefined {
  const item = protocols?.split(",").find((protocol) => protocol.trim().startsWith(PROTOCOL_KEY));
  return item?.trim().slice(PROTOCOL_KEY.length);
}

function queryKey(url: string): string | null {
  if (!url.includes("key=")) return null;
  const { searchParams } = new URL(url);
  return searchParams.get("key") || searchParams.get("api-key");
}

function parseKey(text: string): ClientKey | undefined {
  const start = text.startsWith("sk-") ? "sk-".length : 0;
  const dash = text.indexOf("-", start);
  const key = text.slice(start, dash < 0 ? undefined : dash).trim();
  if (key === "") return undefined;
  if (dash < 0) return { key, channelId: undefined };
  const [channel = ""] = text.slice(dash + 1).split("-");
  return { key, channelId: /^\d{1,15}$/.test(channel) ? Number(channel) : undefined };
}
