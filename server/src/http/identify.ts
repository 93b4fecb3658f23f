import type { ErrorCode } from "@tollgate/contract/errors";
import { UserStatus } from "@tollgate/contract/statuses";
import type { User, UserStore } from "../resources/users/user-store.ts";
import { ACCESS_TOKEN_PURPOSE } from "../resources/users/access-token.ts";
import type { SessionStore } from "../sign-in/session-store.ts";
import type { Caller } from "./route.ts";
import { readSessionCookie } from "./session-cookie.ts";

export type Identity = { caller: Caller } | { refusal: ErrorCode };

export interface IdentifyParts {
  users: UserStore;
  sessions: SessionStore;
  lookupHash: (secret: string, purpose: string) => string;
}

/**
 * Finds out who calls, from the database as it is now. An access token in Authorization (with or without Bearer)
 * decides when it is there; otherwise the session cookie does, and must come with New-Api-User: a header that another
 * site cannot send, and the proof that the console shows the user whose cookie the browser has.
 */
export async function identify(headers: Headers, parts: IdentifyParts): Promise<Identity> {
  const accessToken = readAccessToken(headers);
  if (accessToken !== undefined) {
    const hash = parts.lookupHash(accessToken, ACCESS_TOKEN_PURPOSE);
    return judge(await parts.users.findByAccessToken(hash), headers, undefined);
  }
  const secret = readSessionCookie(headers);
  const session = secret === undefined ? undefined : await parts.sessions.find(secret);
  if (session === undefined) return { refusal: "session.required" };
  return judge(await parts.users.find(session.userId), headers, session.hash);
}

function judge(user: User | undefined, headers: Headers, sessionHash: string | undefined): Identity {
  if (user === undefined) return { refusal: "session.required" };
  if (user.status !== UserStatus.enabled) return { refusal: "user.banned" };
  const named = headers.get("new-api-user")?.trim();
  if (named === undefined && sessionHash !== undefined) return { refusal: "session.user-missing" };
  if (named !== undefined && named !== String(user.id)) return { refusal: "session.user-mismatch" };
  const { id, username, role, group } = user;
  return { caller: { id, username, role, group, sessionHash } };
}

/** Basic credentials are those of a proxy in front, not ours. */
function readAccessToken(headers: Headers): string | undefined {
  const value = (headers.get("authorization") ?? "").trim();
  if (/^basic\s/i.test(value)) return undefined;
  return value.replace(/^bearer\s+/i, "") || undefined;
}
