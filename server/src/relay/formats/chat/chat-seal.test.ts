import { expect, test } from "bun:test";
import { readSeal, SEAL_ORIGINS, writeSeal } from "./chat-seal.ts";

test("a dialect's own seals are written bare, foreign ones with their origin", () => {
  expect(writeSeal({ origin: "gemini", data: "abc" }, "gemini")).toBe("abc");
  expect(writeSeal({ origin: "anthropic", data: "abc" }, "gemini")).toBe("anthropic:abc");
});

test("every seal comes home, whoever wrote it and whatever it holds", () => {
  for (const own of SEAL_ORIGINS)
    for (const origin of SEAL_ORIGINS)
      for (const data of ["abc", "", "gemini:abc", "x:y", "openai:"])
        expect(readSeal(writeSeal({ origin, data }, own), own)).toEqual({ origin, data });
});
