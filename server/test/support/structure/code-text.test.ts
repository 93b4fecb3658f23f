import { expect, test } from "bun:test";
import { withoutComments } from "./code-text.ts";

test("comments go and lines stay", () => {
  expect(withoutComments('/** a\n * b */\nconst c = "https://d"; // e\n')).toBe(
    '\n\nconst c = "https://d"; \n',
  );
});
