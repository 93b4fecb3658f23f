import type { ErrorCode } from "@tollgate/contract/errors";
import { NEVER_EXPIRES, TokenStatus, UserStatus } from "@tollgate/contract/statuses";
import type { Caller } from "../http/route.ts";
import type { TokenIdentity } from "../resources/tokens/token-identities.ts";
import type { ClientRequest } from "./formats/client-request.ts";
import { parseBody, readOpenAiRequest } from "./formats/openai/openai-request.ts";
import { RelayError } from "./relay-error.ts";

/** Who calls with the console's session cookie. */
export type FindSession = (headers: Headers) => Promise<{ caller: Caller } | { refusal: ErrorCode }>;

/**
 * The user of a playground's call, who needs no token: the console's session names him. Throws session.required,
 * session.no-access-token, user.banned.
 */
export async function identifySession(headers: Headers, findSession: FindSession): Promise<Caller> {
  const found = await findSession(headers);
  if ("refusal" in found)
    throw new RelayError(found.refusal === "user.banned" ? "user.banned" : "session.required");
  // Access tokens are for the console's API; models are called with keys, which have limits.
  if (found.caller.sessionHash === undefined) throw new RelayError("session.no-access-token");
  return found.caller;
}

/** A chat, and the group that the page lets its user choose: not a word for the upstream. Throws as `readOpenAiRequest`. */
export function readPlaygroundRequest(bytes: Uint8Array): { request: ClientRequest; group: string } {
  const { group = "", ...body } = parseBody(bytes).body;
  if (typeof group !== "string")
    throw new RelayError("body.parameter", { param: "group", reason: "it must be a string" });
  const request = readOpenAiRequest("chat", new TextEncoder().encode(JSON.stringify(body)));
  return { request, group };
}

/** The user as the pipeline knows callers: with a token that is none, and limits nothing but the group. */
export function playgroundIdentity(caller: Caller, group: string): TokenIdentity {
  return {
    tokenId: 0,
    tokenName: `playground-${group || caller.group}`,
    userId: caller.id,
    username: caller.username,
    userRole: caller.role,
    userStatus: UserStatus.enabled,
    userGroup: caller.group,
    tokenGroup: group,
    autoGroups: [],
    crossGroupRetry: false,
    tokenStatus: TokenStatus.enabled,
    expiredTime: NEVER_EXPIRES,
    unlimited: true,
    modelLimits: undefined,
    allowIps: undefined,
  };
}
