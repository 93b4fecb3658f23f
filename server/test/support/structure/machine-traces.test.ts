import { expect, test } from "bun:test";
import { machineTraces } from "./machine-traces.ts";

/** Joined here, so that this file holds no trace itself. */
const homeOf = (user: string) => ["", user, "secret.txt"].join("/");

test.each([
  homeOf("root"),
  homeOf("home/anna"),
  homeOf("Users/Anna"),
  ["registry", "npmjs", "org"].join("."),
])("%s is found", (trace) => {
  expect(machineTraces([{ path: "README.md", text: `see ${trace}` }], "/srv/checkout")).toHaveLength(1);
});

test("the folder of this checkout is found, wherever it stands", () => {
  expect(machineTraces([{ path: "a.json", text: '"/srv/checkout/dist"' }], "/srv/checkout")).toHaveLength(1);
});

test("paths of the system and of the product are not", () => {
  const text = "/usr/bin/chromium /etc/os-release /api/user/self ./data /home/:id https://example.org/root";
  expect(machineTraces([{ path: "README.md", text }], "/srv/checkout")).toEqual([]);
});
