import { describe, expect, test } from "bun:test";
import { Role } from "@tollgate/contract/roles";
import { USER_ACTIONS } from "@tollgate/contract/users";
import type { UserAction } from "@tollgate/contract/users";
import { AppError } from "../../lib/app-error.ts";
import { checkAction, checkNewRole, outranks } from "./user-policy.ts";
import type { Ranked } from "./user-policy.ts";

type Person = Ranked & { readonly status: number };
const ROOT: Person = { id: 1, role: Role.root, status: 1 };
const ADMIN: Person = { id: 2, role: Role.admin, status: 1 };
const OTHER_ADMIN: Person = { id: 3, role: Role.admin, status: 1 };
const USER: Person = { id: 4, role: Role.user, status: 1 };

/** What an attempt throws; undefined when it throws nothing. */
function codeOf(attempt: () => void): string | undefined {
  try {
    attempt();
    return undefined;
  } catch (error) {
    return error instanceof AppError ? error.code : String(error);
  }
}
const refusal = (caller: Person, user: Person, action: UserAction) =>
  codeOf(() => checkAction(caller, user, action));

describe("rank", () => {
  test("stands above every lower role, and root above itself", () => {
    expect([outranks(ADMIN, USER), outranks(ROOT, ADMIN), outranks(ROOT, ROOT)]).toEqual([true, true, true]);
    expect([outranks(ADMIN, ADMIN), outranks(ADMIN, OTHER_ADMIN), outranks(ADMIN, ROOT)]).toEqual([
      false,
      false,
      false,
    ]);
    expect(outranks(ROOT, { ...ROOT, id: 9 })).toBe(false);
  });

  test("an admin does nothing at all to equals and superiors", () => {
    for (const user of [ADMIN, OTHER_ADMIN, ROOT])
      for (const action of USER_ACTIONS) expect(refusal(ADMIN, user, action)).toBe("user.not-manageable");
  });

  test("root cannot be disabled, deleted or demoted, not even by itself", () => {
    expect(refusal(ROOT, ROOT, "disable")).toBe("user.root-not-disabled");
    expect(refusal(ROOT, ROOT, "delete")).toBe("user.root-not-deleted");
    expect(refusal(ROOT, ROOT, "demote")).toBe("user.root-not-demoted");
    expect(refusal(ROOT, ROOT, "promote")).toBe("user.admin-already");
  });

  test("only root makes admins, and only of those who are none", () => {
    expect(refusal(ADMIN, USER, "promote")).toBe("user.promotion-by-root-only");
    expect(refusal(ROOT, USER, "promote")).toBeUndefined();
    expect(refusal(ROOT, ADMIN, "promote")).toBe("user.admin-already");
    expect(refusal(ROOT, ADMIN, "demote")).toBeUndefined();
    expect(refusal(ROOT, USER, "demote")).toBe("user.ordinary-already");
  });

  test("a locked user cannot be enabled, a disabled one can", () => {
    expect(refusal(ADMIN, { ...USER, status: 3 }, "enable")).toBe("user.not-enableable");
    expect(refusal(ADMIN, { ...USER, status: 2 }, "enable")).toBeUndefined();
  });

  test("nobody makes an equal or a superior", () => {
    expect(codeOf(() => checkNewRole(ADMIN, Role.admin))).toBe("user.role-too-high");
    expect(codeOf(() => checkNewRole(ADMIN, Role.user))).toBeUndefined();
    expect(codeOf(() => checkNewRole(ROOT, Role.admin))).toBeUndefined();
  });
});
