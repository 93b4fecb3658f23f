import { expect, test } from "bun:test";
import { LINES_MAX, misnamedOrMisshapen, tooLongFiles } from "./file-shape.ts";

test.each([
  ["server/src/lib/appError.ts", ""],
  ["web/src/components/Button.tsx", ""],
  ["web/src/Screens/log/log-screen.tsx", ""],
  ["server/src/lib/snake_case.ts", ""],
  ["server/src/resources/tokens/store.ts", ""],
  ["web/src/lib/utils.ts", ""],
  ["server/src/lib/clock.ts", "export default clock;"],
  ["server/src/resources/tokens/index.ts", "export const find = () => 1;"],
])("%s with “%s” is misnamed or misshapen", (path, text) => {
  expect(misnamedOrMisshapen([{ path, text }])).toHaveLength(1);
});

test.each([
  ["server/src/db/migrations/0001-first-tables.ts", ""],
  ["web/src/i18n/i18next.d.ts", "export default interface Texts {}"],
  ["web/vite.config.ts", "export default {};"],
  ["server/src/resources/tokens/index.ts", 'export { tokenRoutes } from "./token-routes.ts";'],
  ["README.md", ""],
])("%s with “%s” is well named and shaped", (path, text) => {
  expect(misnamedOrMisshapen([{ path, text }])).toEqual([]);
});

test("a file above the limit needs an excuse, and an excuse needs such a file", () => {
  const long = { path: "server/src/long.ts", text: "a\n".repeat(LINES_MAX + 1) };
  const full = { path: "server/src/full.ts", text: "a\n".repeat(LINES_MAX) };
  expect(tooLongFiles([long, full], {})).toHaveLength(1);
  expect(tooLongFiles([long, full], { [long.path]: "one table" })).toEqual([]);
  expect(tooLongFiles([full], { [full.path]: "one table" })).toHaveLength(1);
});
