import { SESSION_SECONDS } from "../sign-in/session-store.ts";

const SESSION_COOKIE = "session";

/** The secret in the session cookie of a request, if there is one. */
export function readSessionCookie(headers: Headers): string | undefined {
  for (const part of (headers.get("cookie") ?? "").split(";")) {
    const [name, value] = part.trim().split("=", 2);
    if (name === SESSION_COOKIE && value) return value;
  }
  return undefined;
}

/** The Set-Cookie header that gives the browser a session, or takes it away. */
export function sessionCookie(secret: string | undefined, isSecure: boolean): string {
  const maxAge = secret === undefined ? 0 : SESSION_SECONDS;
  return [
    `${SESSION_COOKIE}=${secret ?? ""}`,
    "Path=/",
    `Max-Age=${maxAge}`,
    "HttpOnly",
    "SameSite=Strict",
    ...(isSecure ? ["Secure"] : []),
  ].join("; ");
}
