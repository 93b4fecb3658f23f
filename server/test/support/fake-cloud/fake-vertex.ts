import { createPublicKey, generateKeyPairSync, verify } from "node:crypto";
import { startCloudServer } from "./cloud-server.ts";
import type { CloudCall, CloudReply, CloudServer } from "./cloud-server.ts";

/** One pair for all tests: making it is slow. */
const PAIR = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
});

export const PROJECT = "a-project-1";
let accounts = 0;

export interface FakeVertex extends AsyncDisposable {
  readonly url: string;
  /** A service account of its own, as an administrator enters it. */
  readonly key: string;
  /** Calls of models, in order. */
  readonly calls: readonly CloudCall[];
  /** Calls for tokens. */
  readonly tokenCalls: readonly CloudCall[];
  /** The tokens that were given lose their worth. */
  endTokens(): void;
}

export interface FakeVertexOptions {
  readonly nowMs: () => number;
  readonly lifeSeconds?: number;
  /** In place of a token. */
  readonly refusal?: () => Response;
  /** A token is given when this resolves. */
  readonly tokenGate?: Promise<void>;
}

/**
 * A Vertex AI and the token endpoint of a service account. It proves the assertion's signature with the public key, its
 * claims, and the token of each call.
 * Source: https://developers.google.com/identity/protocols/oauth2/service-account
 */
export async function startFakeVertex(reply: CloudReply, options: FakeVertexOptions): Promise<FakeVertex> {
  const email = `robot-${++accounts}@${PROJECT}.iam.gserviceaccount.com`;
  const worth = new Set<string>();
  const calls: CloudCall[] = [];
  const tokenCalls: CloudCall[] = [];
  const server: CloudServer = await startCloudServer(async (call) => {
    if (call.target === "/token") {
      tokenCalls.push(call);
      await options.tokenGate;
      const fault = assertionFault(call, { email, tokenUri: `${server.url}/token`, nowMs: options.nowMs() });
      if (fault !== undefined)
        return Response.json({ error: "invalid_grant", error_description: fault }, { status: 400 });
      if (options.refusal) return options.refusal();
      const token = `ya29.token-${tokenCalls.length}`;
      worth.add(token);
      return Response.json({
        access_token: token,
        expires_in: options.lifeSeconds ?? 3599,
        token_type: "Bearer",
      });
    }
    calls.push(call);
    const token = /^Bearer (.+)$/.exec(call.headers["authorization"] ?? "")?.[1];
    return token !== undefined && worth.has(token)
      ? reply(call)
      : googleError(401, "UNAUTHENTICATED", "Request had invalid authentication credentials.");
  });
  return {
    url: server.url,
    key: JSON.stringify({
      type: "service_account",
      project_id: PROJECT,
      private_key_id: "key-1",
      private_key: PAIR.privateKey,
      client_email: email,
      token_uri: `${server.url}/token`,
    }),
    calls,
    tokenCalls,
    endTokens: () => worth.clear(),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** An error in Google's envelope. Source: https://cloud.google.com/apis/design/errors */
export function googleError(status: number, name: string, message: string): Response {
  return Response.json({ error: { code: status, message, status: name } }, { status });
}

interface Expected {
  readonly email: string;
  readonly tokenUri: string;
  readonly nowMs: number;
}

function assertionFault({ body }: CloudCall, { email, tokenUri, nowMs }: Expected): string | undefined {
  const form = new URLSearchParams(body.toString());
  if (form.get("grant_type") !== "urn:ietf:params:oauth:grant-type:jwt-bearer") return "another grant";
  const [head = "", claims = "", signature = ""] = (form.get("assertion") ?? "").split(".");
  const header: unknown = decoded(head);
  if (Object(header).alg !== "RS256" || Object(header).kid !== "key-1") return "another header";
  const signed = verify(
    "RSA-SHA256",
    Buffer.from(`${head}.${claims}`),
    createPublicKey(PAIR.publicKey),
    Buffer.from(signature, "base64url"),
  );
  if (!signed) return "Invalid JWT Signature.";
  const said: Record<string, unknown> = Object(decoded(claims));
  const { iss, aud, scope, iat, exp } = said;
  if (iss !== email || aud !== tokenUri) return "another account or audience";
  if (scope !== "https://www.googleapis.com/auth/cloud-platform") return "another scope";
  const nowSeconds = nowMs / 1000;
  const isTimely = Number(iat) <= nowSeconds && Number(exp) > nowSeconds && Number(exp) - Number(iat) <= 3600;
  return isTimely
    ? undefined
    : "Invalid JWT: Token must be a short-lived token and in a reasonable timeframe.";
}

function decoded(part: string): unknown {
  return JSON.parse(Buffer.from(part, "base64url").toString());
}
