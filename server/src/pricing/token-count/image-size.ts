import { base64Reader } from "./base64-reader.ts";
import type { ByteReader } from "./base64-reader.ts";

export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** The prefix of a data: URL is short; a comma further on belongs to something else. */
const PREFIX_LENGTH_MAX = 200;

/**
 * The size of a picture that a data: URL holds, from its file's header: PNG, JPEG, GIF or WebP. Reads a few dozen bytes
 * in place, whatever the picture's size; undefined for everything else.
 */
export function imageSizeOf(url: string): ImageSize | undefined {
  if (!url.startsWith("data:")) return undefined;
  const comma = url.slice(0, PREFIX_LENGTH_MAX).indexOf(",");
  if (comma === -1 || !url.slice(0, comma).endsWith(";base64")) return undefined;
  const read = base64Reader(url, comma + 1);
  const size = sizeOfPng(read) ?? sizeOfJpeg(read) ?? sizeOfGif(read) ?? sizeOfWebp(read);
  return size && size.width > 0 && size.height > 0 ? size : undefined;
}

function sizeOfPng({ uint, text }: ByteReader): ImageSize | undefined {
  return text(1, 3) === "PNG" && text(12, 4) === "IHDR"
    ? { width: uint(16, 4), height: uint(20, 4) }
    : undefined;
}

function sizeOfGif({ byte, text }: ByteReader): ImageSize | undefined {
  return text(0, 4) === "GIF8"
    ? { width: byte(6) + byte(7) * 256, height: byte(8) + byte(9) * 256 }
    : undefined;
}

/** https://developers.google.com/speed/webp/docs/riff_container */
function sizeOfWebp({ byte, text }: ByteReader): ImageSize | undefined {
  if (text(0, 4) !== "RIFF" || text(8, 4) !== "WEBP") return undefined;
  const little = (at: number): number => byte(at) + byte(at + 1) * 256;
  switch (text(12, 4)) {
    case "VP8 ":
      return { width: little(26) & 0x3fff, height: little(28) & 0x3fff };
    case "VP8L":
      return {
        width: 1 + (little(21) & 0x3fff),
        height: 1 + (((byte(22) >> 6) | (byte(23) << 2) | (byte(24) << 10)) & 0x3fff),
      };
    case "VP8X":
      return { width: 1 + little(24) + byte(26) * 65_536, height: 1 + little(27) + byte(29) * 65_536 };
    default:
      return undefined;
  }
}

/** Segments before the frame header: tables, Exif, colour profiles in pieces of 64 KB, thumbnails. */
const JPEG_SEGMENTS_MAX = 300;

/** Goes from segment to segment until the frame header: marker, length, precision, height, width. */
function sizeOfJpeg({ byte, uint }: ByteReader): ImageSize | undefined {
  if (uint(0, 2) !== 0xffd8) return undefined;
  let at = 2;
  for (let segment = 0; segment < JPEG_SEGMENTS_MAX && byte(at) === 0xff; segment++) {
    const marker = byte(at + 1);
    if (isFrameHeader(marker)) return { height: uint(at + 5, 2), width: uint(at + 7, 2) };
    const length = uint(at + 2, 2);
    // 0xff may fill the space between segments.
    if (marker === 0xff) at += 1;
    else if (length < 2) return undefined;
    else at += 2 + length;
  }
  return undefined;
}

/** SOF0 to SOF15 but for three that are tables: DHT, JPG, DAC. */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}
