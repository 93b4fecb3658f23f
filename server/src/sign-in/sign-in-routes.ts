import { Role } from "@tollgate/contract/roles";
import { login, logout } from "@tollgate/contract/session";
import { route } from "../http/route.ts";
import type { Route } from "../http/route.ts";
import { nowSeconds } from "../lib/clock.ts";
import type { Clock } from "../lib/clock.ts";
import type { OptionStore } from "../resources/options/option-store.ts";
import { signedInView } from "../resources/users/user-view.ts";
import type { SessionStore } from "./session-store.ts";
import { checkPassword } from "./sign-in.ts";
import type { SignInParts } from "./sign-in.ts";

/** The password that older gateways of this family started with; a root that still has it is warned. */
const DEFAULT_ROOT_PASSWORD = "123456";

export interface SignInRouteParts extends SignInParts {
  sessions: SessionStore;
  options: OptionStore;
  clock: Clock;
}

/** Sign-in by password, and sign-out. */
export function signInRoutes(parts: SignInRouteParts): Route[] {
  const { users, sessions, options, clock } = parts;
  return [
    route(login, async ({ body, ip, userAgent, sessionSecret, setSession }) => {
      const user = await checkPassword(parts, {
        name: body.username,
        password: body.password,
        isEnabled: options.get("PasswordLoginEnabled"),
      });
      // The browser's former session, perhaps another user's, ends with its cookie.
      if (sessionSecret !== undefined) await sessions.end(sessionSecret);
      setSession(await sessions.open({ userId: user.id, ip, userAgent }));
      await users.recordSignIn(user.id, nowSeconds(clock));
      return signedInView(user, user.role === Role.root && body.password === DEFAULT_ROOT_PASSWORD);
    }),
    route(logout, async ({ sessionSecret, setSession }) => {
      if (sessionSecret !== undefined) await sessions.end(sessionSecret);
      setSession(undefined);
      return undefined;
    }),
  ];
}
