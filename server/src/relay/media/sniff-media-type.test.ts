import { expect, test } from "bun:test";
import { mediaTypeOf } from "./sniff-media-type.ts";

const bytes = (text: string) => Buffer.from(text, "latin1");
const PNG = bytes("\u0089PNG\r\n\u001a\n....");
const MP4 = bytes("\0\0\0\u0018ftypisom....");

test("a file is what its first bytes say, whatever its server declares", () => {
  expect(mediaTypeOf(PNG, "image/jpeg", "image")).toBe("image/png");
  expect(mediaTypeOf(bytes("\u00ff\u00d8\u00ff\u00e0"), "", "image")).toBe("image/jpeg");
  expect(mediaTypeOf(bytes("RIFF....WEBPVP8 "), "application/octet-stream", "image")).toBe("image/webp");
  expect(mediaTypeOf(bytes("RIFF....WAVEfmt "), "", "audio")).toBe("audio/wav");
  expect(mediaTypeOf(bytes("ID3\u0004"), "", "audio")).toBe("audio/mpeg");
  expect(mediaTypeOf(bytes("%PDF-1.7"), "text/html", "file")).toBe("application/pdf");
  expect(mediaTypeOf(PNG, "", "file")).toBe("image/png");
});

test("a container is sound or film as it is asked for", () => {
  expect(mediaTypeOf(MP4, "", "video")).toBe("video/mp4");
  expect(mediaTypeOf(MP4, "", "audio")).toBe("audio/mp4");
  expect(mediaTypeOf(MP4, "video/mp4", "image")).toBeUndefined();
});

test("texts are documents, of the type that is declared if it is one of a text", () => {
  expect(mediaTypeOf(bytes("a,b\n1,2"), "text/csv; charset=utf-8", "file")).toBe("text/csv");
  expect(mediaTypeOf(bytes("hello"), "application/octet-stream", "file")).toBe("text/plain");
  expect(mediaTypeOf(Buffer.from(`${"x".repeat(4095)}é`), "text/plain", "file")).toBe("text/plain");
});

test("what is nothing of the kind has no type", () => {
  expect(mediaTypeOf(bytes("<html>"), "image/png", "image")).toBeUndefined();
  expect(mediaTypeOf(bytes("\0\u0001\u0002"), "application/pdf", "file")).toBeUndefined();
  expect(mediaTypeOf(bytes(""), "text/plain", "file")).toBeUndefined();
  expect(mediaTypeOf(Buffer.from([0x66, 0xff, 0xfe]), "text/plain", "file")).toBeUndefined();
});
