import { Role } from "@tollgate/contract/roles";
import { describe, expect, test } from "vitest";
import { mayOpen, sessionUser } from "./session-user.ts";

const user = (role: number) => ({ id: 1, username: "ann", display_name: "Ann", role });

describe("who may open a screen", () => {
  test.each([
    ["guest", undefined, true],
    ["guest", Role.user, false],
    ["open", undefined, true],
    ["user", undefined, false],
    ["user", Role.user, true],
    ["admin", Role.user, false],
    ["admin", Role.admin, true],
    ["root", Role.admin, false],
    ["root", Role.root, true],
  ] as const)("%s with role %s: %s", (access, role, isAllowed) => {
    expect(mayOpen(role === undefined ? undefined : user(role), access)).toBe(isAllowed);
  });
});

describe("the stored user", () => {
  const storeElsewhere = (text: string) =>
    window.dispatchEvent(new StorageEvent("storage", { key: "user", newValue: text }));

  test("of another tab counts here", () => {
    storeElsewhere(JSON.stringify(user(10)));
    expect(sessionUser.get()).toEqual(user(10));
  });
  test.each(["", "null", "7", "{}", '{"id":"1","username":"a","display_name":"","role":1}'])(
    "%j is nobody",
    (text) => {
      sessionUser.set(undefined);
      storeElsewhere(text);
      expect(sessionUser.get()).toBeUndefined();
    },
  );
});
