import { describe, expect, test } from "bun:test";
import { imageSizeOf } from "./image-size.ts";

const urlOf = (bytes: readonly number[], type = "png"): string =>
  `data:image/${type};base64,${Buffer.from(bytes).toString("base64")}`;
const ascii = (text: string): number[] => [...Buffer.from(text, "latin1")];
const big = (value: number, length: number): number[] =>
  Array.from({ length }, (_, index) => Math.floor(value / 256 ** (length - 1 - index)) % 256);
const little = (value: number, length: number): number[] => big(value, length).toReversed();

const png = (width: number, height: number) => [
  0x89,
  ...ascii("PNG\r\n\x1a\n"),
  ...big(13, 4),
  ...ascii("IHDR"),
  ...big(width, 4),
  ...big(height, 4),
];
const gif = (width: number, height: number) => [
  ...ascii("GIF89a"),
  ...little(width, 2),
  ...little(height, 2),
];
const webp = (chunk: string, data: readonly number[]) => [
  ...ascii("RIFF"),
  ...little(100, 4),
  ...ascii("WEBP"),
  ...ascii(chunk),
  ...little(80, 4),
  ...data,
];
const segment = (marker: number, data: readonly number[]) => [
  0xff,
  marker,
  ...big(data.length + 2, 2),
  ...data,
];
const frame = (width: number, height: number) => [8, ...big(height, 2), ...big(width, 2), 3, 1, 0x22, 0];
const jpeg = (...segments: readonly (readonly number[])[]) => [0xff, 0xd8, ...segments.flat()];

describe("the size of a picture stands in its header", () => {
  const lossless = 799 | (599 << 14);
  test.each([
    ["PNG", png(640, 480), { width: 640, height: 480 }],
    ["a very wide PNG", png(100_000, 1), { width: 100_000, height: 1 }],
    ["GIF", gif(320, 200), { width: 320, height: 200 }],
    [
      "WebP, lossy",
      webp("VP8 ", [0, 0, 0, 0x9d, 1, 0x2a, ...little(800, 2), ...little(600, 2)]),
      { width: 800, height: 600 },
    ],
    ["WebP, lossless", webp("VP8L", [0x2f, ...little(lossless, 4)]), { width: 800, height: 600 }],
    [
      "WebP, extended",
      webp("VP8X", [0, 0, 0, 0, ...little(1919, 3), ...little(1079, 3)]),
      { width: 1920, height: 1080 },
    ],
    [
      "JPEG",
      jpeg(segment(0xe0, ascii("JFIF")), segment(0xc0, frame(1024, 768))),
      { width: 1024, height: 768 },
    ],
    [
      "JPEG with a profile, a table and filling before a progressive frame",
      jpeg(
        segment(0xe2, Array(60_000).fill(0)),
        segment(0xc4, [1, 2]),
        [0xff],
        segment(0xc2, frame(300, 400)),
      ),
      { width: 300, height: 400 },
    ],
  ])("%s", (_, bytes, size) => {
    expect(imageSizeOf(urlOf(bytes))).toEqual(size);
  });
});

test.each([
  ["an address", "https://example.com/cat.png"],
  ["an empty one", "data:image/png;base64,"],
  ["a truncated one", urlOf(png(640, 480).slice(0, 12))],
  ["no picture", urlOf(ascii("%PDF-1.7 and more"))],
  ["a size of nothing", urlOf(png(0, 480))],
  ["a picture that is not in base64", "data:image/svg+xml,<svg/>"],
  ["a JPEG without a frame", urlOf(jpeg(segment(0xe0, [1]), [0xff, 0xd9]))],
  [
    "a JPEG whose segments go nowhere",
    urlOf(jpeg(...Array.from({ length: 1000 }, () => [0xff, 0xe0, 0, 2]))),
  ],
])("%s has no size", (_, url) => {
  expect(imageSizeOf(url)).toBeUndefined();
});
