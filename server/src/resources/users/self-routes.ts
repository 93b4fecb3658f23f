import { Role } from "@tollgate/contract/roles";
import { cancelSelf, getOwnModels, getSelf, newAccessToken, updateSelf } from "@tollgate/contract/session";
import { route } from "../../http/route.ts";
import type { Route } from "../../http/route.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { AppError } from "../../lib/app-error.ts";
import { nowSeconds } from "../../lib/clock.ts";
import type { Clock } from "../../lib/clock.ts";
import type { SessionStore } from "../../sign-in/session-store.ts";
import type { Passwords } from "../../secrets/passwords.ts";
import type { Groups } from "../groups/groups.ts";
import { ACCESS_TOKEN_PURPOSE, newAccessTokenText } from "./access-token.ts";
import { cancellation, existingUser } from "./manage-user.ts";
import { userBalances } from "./user-balances.ts";
import type { User, UserStore } from "./user-store.ts";
import { selfView } from "./user-view.ts";

export interface SelfRouteParts {
  ledger: Pick<Ledger<unknown>, "balances">;
  users: UserStore;
  sessions: SessionStore;
  passwords: Passwords;
  groups: Groups;
  clock: Clock;
  lookupHash: (secret: string, purpose: string) => string;
  /** Names of the models that enabled channels serve for any of the groups. */
  enabledModels(groups: readonly string[]): Promise<string[]>;
}

/** What users do with their own accounts. */
export function selfRoutes(parts: SelfRouteParts): Route[] {
  const { ledger, users, sessions, groups, clock, lookupHash } = parts;
  return [
    route(getSelf, async ({ caller }) => {
      const user = await existingUser(users, caller.id);
      const { own, affiliate } = (await userBalances(ledger, [user.id]))(user.id);
      return selfView(user, own, affiliate);
    }),
    route(updateSelf, async ({ caller, body }) => {
      const user = await existingUser(users, caller.id);
      const password_hash = await newPasswordHash(parts, user, body);
      const changes = {
        ...(body.username !== undefined && { username: body.username }),
        ...(body.display_name !== undefined && { display_name: body.display_name }),
        ...(password_hash !== undefined && { password_hash }),
      };
      if (Object.keys(changes).length > 0) await users.update(user.id, changes);
      if (password_hash !== undefined) await sessions.endOthers(user.id, caller.sessionHash);
      return undefined;
    }),
    route(cancelSelf, async ({ caller }) => {
      const user = await existingUser(users, caller.id);
      if (user.role === Role.root) throw new AppError("user.root-not-cancelled");
      if (!(await users.updateJudged(user, cancellation(nowSeconds(clock)))))
        throw new AppError("user.changed-meanwhile");
      await sessions.endOthers(user.id, undefined);
      return undefined;
    }),
    route(newAccessToken, async ({ caller }) => {
      const token = newAccessTokenText();
      await users.update(caller.id, { access_token_hash: lookupHash(token, ACCESS_TOKEN_PURPOSE) });
      return token;
    }),
    route(getOwnModels, ({ caller, query }) => {
      const usable = Object.keys(groups.usableBy(caller.group));
      const asked = query.group === undefined ? usable : usable.filter((group) => group === query.group);
      return asked.length === 0 ? [] : parts.enabledModels(asked);
    }),
  ];
}

/** The hash of the password asked for, after the current one, where it is given, has been proved. */
async function newPasswordHash(
  { passwords }: Pick<SelfRouteParts, "passwords">,
  user: User,
  { password, original_password }: { password?: string | undefined; original_password?: string | undefined },
): Promise<string | undefined> {
  if (original_password !== undefined && !(await passwords.verify(original_password, user.password_hash)))
    throw new AppError("password.original-wrong");
  return password === undefined ? undefined : passwords.hash(password);
}
