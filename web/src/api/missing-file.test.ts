import { expect, it, vi } from "vitest";
import { explainMissing, isMissingFile } from "./missing-file.ts";

const missing = new TypeError("Failed to fetch dynamically imported module: /assets/wallet.js");

it("tells a missing file from other faults of a screen", () => {
  expect(isMissingFile(missing)).toBe(true);
  expect(isMissingFile(new TypeError("x is undefined"))).toBe(false);
});

it("says that there is no connection while the server does not answer", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  const problem = await explainMissing(missing).catch((error: unknown) => error);
  expect(problem).toMatchObject({ kind: "network", message: "无法连接至服务器！" });
  expect(isMissingFile(problem)).toBe(true);
});

it("leaves it to the router where the server answers: the console has been renewed", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("{}")));
  await expect(explainMissing(missing)).rejects.toBe(missing);
});
