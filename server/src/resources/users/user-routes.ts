import { readPage } from "@tollgate/contract/envelope";
import {
  createUser,
  deleteUser,
  getUser,
  listUsers,
  manageUser,
  searchUsers,
  updateUser,
} from "@tollgate/contract/users";
import type { User as UserOnWire } from "@tollgate/contract/users";
import { route } from "../../http/route.ts";
import type { Caller, Route } from "../../http/route.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { AppError } from "../../lib/app-error.ts";
import type { NewLog } from "../logs/log-store.ts";
import { actOnUser, editUser, existingUser } from "./manage-user.ts";
import type { ManageParts } from "./manage-user.ts";
import { userBalances } from "./user-balances.ts";
import { checkNewRole, checkReadable, outranks } from "./user-policy.ts";
import { userView, withheldView } from "./user-view.ts";
import { createUserWithGifts } from "./welcome-gifts.ts";
import type { WelcomeParts } from "./welcome-gifts.ts";

export interface UserRouteParts extends ManageParts, WelcomeParts {
  users: ManageParts["users"];
  ledger: WelcomeParts["ledger"] & Pick<Ledger<NewLog>, "balances" | "adjust">;
}

/** What administrators do with users of a lower role. */
export function userRoutes(parts: UserRouteParts): Route[] {
  const { users, passwords, groups } = parts;
  return [
    route(listUsers, ({ caller, query }) => userPage(parts, caller, readPage(query), {})),
    route(searchUsers, ({ caller, query }) =>
      userPage(parts, caller, readPage(query), { keyword: query.keyword?.trim(), group: query.group }),
    ),
    route(getUser, async ({ caller, id }) => {
      const user = await existingUser(users, id);
      checkReadable(caller, user);
      const shown = await shownUser(parts, id);
      await parts.quotaReadings.remember(caller.id, [{ userId: id, quota: shown.quota }]);
      return shown;
    }),
    route(createUser, async ({ caller, body }) => {
      checkNewRole(caller, body.role);
      if (body.group !== undefined && !groups.exists(body.group))
        throw new AppError("user.group-unknown", { group: body.group });
      return createUserWithGifts(parts, {
        username: body.username,
        displayName: body.display_name || body.username,
        passwordHash: await passwords.hash(body.password),
        role: body.role,
        ...(body.group !== undefined && { group: body.group }),
      });
    }),
    route(updateUser, async ({ caller, requestId, body }) => {
      await editUser(parts, { caller, requestId }, body);
      return shownUser(parts, body.id);
    }),
    route(manageUser, async ({ caller, requestId, body }) => {
      const before = await existingUser(users, body.id);
      await actOnUser(parts, { caller, requestId }, body);
      const { id, role, status } = (await users.find(body.id)) ?? before;
      const { own } = (await userBalances(parts.ledger, [id]))(id);
      return { id, role, status, quota: own.posted - own.held };
    }),
    route(deleteUser, async ({ caller, requestId, id }) => {
      await actOnUser(parts, { caller, requestId }, { id, action: "delete" });
      return undefined;
    }),
  ];
}

async function shownUser(
  { users, ledger }: Pick<UserRouteParts, "users" | "ledger">,
  id: number,
): Promise<UserOnWire> {
  const user = await existingUser(users, id);
  const { own, affiliate } = (await userBalances(ledger, [id]))(id);
  return userView(user, own, affiliate);
}

/** Equals and superiors are in the list too, with nothing but who they are; only the caller's own row is whole. */
async function userPage(
  { users, ledger, quotaReadings }: UserRouteParts,
  caller: Caller,
  { page, pageSize, offset }: ReturnType<typeof readPage>,
  filter: { keyword?: string | undefined; group?: string | undefined },
) {
  const { rows, total } = await users.list({ ...filter, limit: pageSize, offset });
  const balances = await userBalances(
    ledger,
    rows.map(({ id }) => id),
  );
  const items = rows.map((row) => {
    if (!outranks(caller, row) && row.id !== caller.id) return withheldView(row);
    const { own, affiliate } = balances(row.id);
    return userView(row, own, affiliate);
  });
  const readings = items
    .filter((item) => outranks(caller, item))
    .map(({ id, quota }) => ({ userId: id, quota }));
  await quotaReadings.remember(caller.id, readings);
  return { items, page, page_size: pageSize, total };
}
