import { importPKCS8, SignJWT } from "jose";
import type { OpenExchange } from "../../../lib/egress/upstream-exchange.ts";
import { createRecentMap } from "../../../lib/recent-map.ts";
import type { VertexKey } from "@tollgate/contract/vertex-key";
import { jsonObject } from "../../../lib/json-object.ts";
import { fieldsOf, reportedCount, textOf } from "../../formats/reported-usage.ts";
import { CredentialError } from "../credential-error.ts";

type ServiceAccount = Extract<VertexKey, { kind: "account" }>;

interface KeptToken {
  readonly token: string;
  readonly usableUntilMs: number;
  readonly givenAtMs: number;
}

/** What remains of a token's hour when it is no longer used. */
const RESERVE_MS = 2 * 60_000;
const ASSERTION_LIFE_SECONDS = 3600;
/** Google refuses assertions from the future: a clock may be a little ahead. */
const CLOCK_TOLERANCE_SECONDS = 30;
const TOKEN_TIMEOUT_MS = 15_000;
const ANSWER_MAX_BYTES = 64 * 1024;

/** By account and key. */
const tokens = createRecentMap<string, KeptToken>(500);
const running = new Map<string, Promise<KeptToken>>();

/**
 * An access token of a service account, kept until shortly before it ends; `wasKept`: it was given for an earlier call. Calls that need one at the same time share one
 * request. Throws CredentialError, EgressError, UpstreamFault.
 * Source: https://developers.google.com/identity/protocols/oauth2/service-account
 */
export async function googleToken(
  account: ServiceAccount,
  openExchange: OpenExchange,
  nowMs: number,
): Promise<{ token: string; wasKept: boolean }> {
  const name = nameOf(account);
  const kept = tokens.get(name);
  if (kept && nowMs < kept.usableUntilMs && nowMs >= kept.givenAtMs - RESERVE_MS)
    return { token: kept.token, wasKept: true };
  let asked = running.get(name);
  if (!asked) {
    asked = ask(account, openExchange, nowMs).finally(() => running.delete(name));
    running.set(name, asked);
  }
  const fresh = await asked;
  tokens.set(name, fresh);
  return { token: fresh.token, wasKept: false };
}

/** Forgets a token that was refused, unless another has taken its place already. */
export function forgetGoogleToken(account: ServiceAccount, token: string): void {
  const name = nameOf(account);
  if (tokens.get(name)?.token === token) tokens.delete(name);
}

function nameOf({ clientEmail, tokenUri, privateKey }: ServiceAccount): string {
  return `${clientEmail} ${tokenUri} ${privateKey}`;
}

async function ask(account: ServiceAccount, openExchange: OpenExchange, nowMs: number): Promise<KeptToken> {
  const assertion = await assertionOf(account, Math.floor(nowMs / 1000));
  const exchange = openExchange({
    method: "POST",
    url: account.tokenUri,
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
    body: new URLSearchParams({
      grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
      assertion,
    }).toString(),
  });
  const timer = setTimeout(exchange.abort, TOKEN_TIMEOUT_MS);
  try {
    const answer = await exchange.answer;
    const body = jsonObject(new TextDecoder().decode(await answer.bytes(ANSWER_MAX_BYTES)));
    const token = textOf(body?.["access_token"]);
    if (!answer.ok || token === "") throw refusal(answer.status, body);
    const lifeSeconds = reportedCount(body?.["expires_in"]) ?? ASSERTION_LIFE_SECONDS;
    return { token, givenAtMs: nowMs, usableUntilMs: nowMs + lifeSeconds * 1000 - RESERVE_MS };
  } catch (error) {
    exchange.abort();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function refusal(status: number, body: unknown): CredentialError {
  const said = fieldsOf(body);
  const reason = textOf(said["error_description"]) || textOf(said["error"]) || `HTTP ${status}`;
  // 400 and 401 mean the key; whatever else happens there says nothing of it.
  return new CredentialError(
    `no access token was given: ${reason}`,
    status < 500 && status !== 429 ? 401 : 503,
  );
}

async function assertionOf(
  { privateKey, privateKeyId, clientEmail, tokenUri }: ServiceAccount,
  nowSeconds: number,
): Promise<string> {
  const key = await importPKCS8(privateKey, "RS256").catch(() => {
    throw new CredentialError("the service account's private key cannot be read");
  });
  return new SignJWT({ scope: "https://www.googleapis.com/auth/cloud-platform" })
    .setProtectedHeader({
      alg: "RS256",
      typ: "JWT",
      ...(privateKeyId !== undefined && { kid: privateKeyId }),
    })
    .setIssuer(clientEmail)
    .setAudience(tokenUri)
    .setIssuedAt(nowSeconds - CLOCK_TOLERANCE_SECONDS)
    .setExpirationTime(nowSeconds - CLOCK_TOLERANCE_SECONDS + ASSERTION_LIFE_SECONDS)
    .sign(key);
}
