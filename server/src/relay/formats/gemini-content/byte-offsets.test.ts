import { expect, test } from "bun:test";
import { createByteOffsets } from "./byte-offsets.ts";

test("characters and bytes of a text are found from each other, however it is cut", () => {
  const text = "aé€😀b中文 end";
  for (let cut = 0; cut <= text.length; cut++) {
    const offsets = createByteOffsets(text.slice(0, cut));
    offsets.add(text.slice(cut));
    expect(offsets.bytes).toBe(Buffer.byteLength(text));
    expect(offsets.characters).toBe(text.length);
    let at = 0;
    for (const character of text) {
      const bytes = Buffer.byteLength(text.slice(0, at));
      expect(offsets.byteAt(at)).toBe(bytes);
      expect(offsets.characterAt(bytes)).toBe(at);
      at += character.length;
    }
    expect(offsets.characterAt(1000)).toBe(text.length);
    expect(offsets.byteAt(1000)).toBe(offsets.bytes);
  }
});
