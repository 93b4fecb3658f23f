import { describe, expect, test } from "vitest";
import { allowedActions, mayEdit, maySeeFigures } from "./user-policy.ts";

const root = { id: 1, role: 100 };
const admin = { id: 2, role: 10 };
const user = (part = {}) => ({ id: 7, role: 1, status: 1, DeletedAt: null, ...part });

describe("what may be done with a user", () => {
  test.each([
    ["an admin, an ordinary user", admin, user(), ["disable", "delete"]],
    ["an admin, a disabled one", admin, user({ status: 2 }), ["enable", "delete"]],
    ["an admin, one who cannot be enabled", admin, user({ status: 3 }), ["delete"]],
    ["an admin, another admin", admin, user({ role: 10 }), []],
    ["an admin, himself", admin, user({ id: 2, role: 10 }), []],
    ["an admin, root", admin, user({ role: 100 }), []],
    ["an admin, a cancelled user", admin, user({ DeletedAt: "2026-11-01T00:00:00Z" }), []],
    ["root, an ordinary user", root, user(), ["disable", "promote", "delete"]],
    ["root, an admin", root, user({ role: 10 }), ["disable", "demote", "delete"]],
    ["root, himself", root, user({ id: 1, role: 100 }), []],
  ] as const)("by %s", (_, reader, judged, actions) => {
    expect(allowedActions(reader, judged)).toEqual(actions);
  });
  test("root edits himself, an admin does not; nobody edits who is gone", () => {
    expect(mayEdit(root, user({ id: 1, role: 100 }))).toBe(true);
    expect(mayEdit(admin, user({ id: 2, role: 10 }))).toBe(false);
    expect(mayEdit(admin, user())).toBe(true);
    expect(mayEdit(root, user({ DeletedAt: "2026-11-01T00:00:00Z" }))).toBe(false);
  });
  test("one sees one's own figures and those of lower roles", () => {
    expect(maySeeFigures(admin, { id: 2, role: 10 })).toBe(true);
    expect(maySeeFigures(admin, { id: 3, role: 10 })).toBe(false);
    expect(maySeeFigures(admin, { id: 7, role: 1 })).toBe(true);
  });
});
