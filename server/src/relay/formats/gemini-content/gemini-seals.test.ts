import { expect, test } from "bun:test";
import { SEAL_ORIGINS } from "../chat/chat-seal.ts";
import { readGeminiSeal, writeGeminiSeal } from "./gemini-seals.ts";

test("google's own seals travel unchanged", () => {
  const seal = {
    kind: "signature",
    seal: { origin: "gemini", data: "EjQKMgEMOdbHO0Gd+c9Mxk4ELwPGbpCEcp2mFfYYLix=" },
  } as const;
  expect(writeGeminiSeal(seal)).toBe(seal.seal.data);
  expect(readGeminiSeal(seal.seal.data)).toEqual(seal);
});

test("foreign seals are base64 for clients whose type is bytes, and come home", () => {
  for (const origin of SEAL_ORIGINS) {
    for (const kind of ["signature", "encrypted"] as const) {
      const seal = { kind, seal: { origin, data: "Erc+/=ü" } };
      const text = writeGeminiSeal(seal);
      expect(readGeminiSeal(text)).toEqual(seal);
      if (origin !== "gemini") expect(Buffer.from(text, "base64").toString("base64")).toBe(text);
    }
  }
});

test("a seal of google's that looks like a foreign one is not taken for it", () => {
  const data = Buffer.from("anthropic:x").toString("base64");
  const seal = { kind: "signature", seal: { origin: "gemini", data } } as const;
  expect(readGeminiSeal(writeGeminiSeal(seal))).toEqual(seal);
});
