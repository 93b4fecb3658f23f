import { expect, test } from "bun:test";
import { base64Reader } from "./base64-reader.ts";

const BYTES = Buffer.from("RIFF\x00\x01\x02\xfe\xffWEBP", "latin1");

test("every byte is read where it stands, whatever precedes it", () => {
  const { byte, uint, text } = base64Reader(`data:x,${BYTES.toString("base64")}`, 7);
  for (const [index, value] of BYTES.entries()) expect(byte(index)).toBe(value);
  expect(uint(4, 3)).toBe(0x000102);
  expect(text(9, 4)).toBe("WEBP");
});

test("beyond the end there are zeros", () => {
  const { byte, uint } = base64Reader("QQ==", 0);
  expect([byte(0), byte(1), byte(50), uint(3, 4)]).toEqual([65, 0, 0, 0]);
});
