import { parseKeyParts } from "../key-parts.ts";
import { CredentialError } from "../credential-error.ts";
import type { SendingContext } from "../provider.ts";
import { rootAddress } from "../root-address.ts";

/** Ends before the vendor's, which is given for thirty days. */
const EARLIER_MS = 60_000;
const LIFETIME_MAX_MS = 30 * 24 * 3600 * 1000;
const WITHIN_MS = 10_000;
const ANSWER_MAX_BYTES = 64 * 1024;
const TOKENS_MAX = 1000;

interface KnownToken {
  readonly token: Promise<string>;
  /** Infinity while it is asked for. */
  endsAtMs: number;
}

/** By address and key; those that are used together share one request. */
const tokens = new Map<string, KnownToken>();

const nameOf = ({ channel }: SendingContext) => `${channel.baseUrl} ${channel.key}`;

/**
 * An access token for a key of the form `API key|secret key`. Throws CredentialError when the key has another form or is
 * refused, UpstreamFault when nobody answers.
 *
 * Source: https://cloud.baidu.com/doc/WENXINWORKSHOP/s/Ilkkrb0i5
 */
export function baiduToken(context: SendingContext): Promise<string> {
  const name = nameOf(context);
  const known = tokens.get(name);
  if (known && known.endsAtMs > context.nowMs()) return known.token;
  if (tokens.size >= TOKENS_MAX) tokens.clear();
  const asked = ask(context);
  const fresh: KnownToken = { token: asked.then(({ token }) => token), endsAtMs: Infinity };
  tokens.set(name, fresh);
  asked.then(
    ({ endsAtMs }) => (fresh.endsAtMs = endsAtMs),
    // Who waits for it hears of it; the next call asks again.
    () => tokens.get(name) === fresh && tokens.delete(name),
  );
  return fresh.token;
}

/** The vendor says that it is none any more. */
export function forgetBaiduToken(context: SendingContext): void {
  tokens.delete(nameOf(context));
}

async function ask({ channel, openExchange, nowMs }: SendingContext) {
  const [apiKey, secretKey] = parseKeyParts(channel.key, 2) ?? [];
  if (apiKey === undefined || secretKey === undefined)
    throw new CredentialError("the key must have the form API key|secret key");
  const query = new URLSearchParams({
    grant_type: "client_credentials",
    client_id: apiKey,
    client_secret: secretKey,
  });
  const exchange = openExchange({
    method: "POST",
    url: `${rootAddress(channel.baseUrl, "")}/oauth/2.0/token?${query}`,
    headers: { accept: "application/json", "content-type": "application/json" },
  });
  const timer = setTimeout(exchange.abort, WITHIN_MS);
  try {
    const answer = await exchange.answer;
    const said = fieldsIn(await answer.bytes(ANSWER_MAX_BYTES));
    const { access_token: token, expires_in: seconds } = said;
    if (typeof token !== "string" || token === "") throw refusal(answer.status, said);
    const lifetimeMs = Math.min(LIFETIME_MAX_MS, Number(seconds) * 1000 || LIFETIME_MAX_MS);
    return { token, endsAtMs: nowMs() + lifetimeMs - EARLIER_MS };
  } finally {
    clearTimeout(timer);
  }
}

/** `invalid_client` is a wrong key; a server in trouble is not the key's fault. */
function refusal(
  status: number,
  { error, error_description: reason }: Record<string, unknown>,
): CredentialError {
  const said = typeof reason === "string" ? reason : "no token was given for the key";
  return new CredentialError(`Baidu: ${said}`, error === undefined && status >= 500 ? status : 401);
}

const decoder = new TextDecoder();

function fieldsIn(bytes: Uint8Array): Record<string, unknown> {
  try {
    return Object(JSON.parse(decoder.decode(bytes)));
  } catch {
    return {};
  }
}
