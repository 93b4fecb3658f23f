import { expect, test } from "bun:test";
import { createPieceMemory } from "./piece-memory.ts";

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

test("a piece is recalled with the tokens that were kept for it", () => {
  const memory = createPieceMemory();
  const [one, other] = [bytesOf("Donaudampfschiff"), bytesOf("Donaudampfschifg")];
  expect(memory.recall(one, one.length)).toBe(0);
  memory.keep(5);
  expect(memory.recall(other, other.length)).toBe(0);
  expect(memory.recall(one, one.length)).toBe(5);
  expect(memory.recall(one, one.length - 1)).toBe(0);
});

test("newer pieces take the places of older ones, never their counts", () => {
  const memory = createPieceMemory();
  for (let index = 0; index < 100_000; index++) {
    const bytes = bytesOf(`piece ${index}`);
    expect(memory.recall(bytes, bytes.length)).toBe(0);
    memory.keep((index % 100) + 1);
    expect(memory.recall(bytes, bytes.length)).toBe((index % 100) + 1);
  }
});
