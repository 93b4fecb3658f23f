import { expect, test } from "bun:test";
import { soundFormat, soundMediaType, sourceFromUrl, urlFromSource } from "./media-source.ts";

test("a data URL is inline, everything else is an address", () => {
  expect(sourceFromUrl("data:image/png;base64,aGk=")).toEqual({
    kind: "inline",
    mediaType: "image/png",
    base64: "aGk=",
  });
  expect(sourceFromUrl("data:;base64,aGk=")).toMatchObject({ mediaType: "application/octet-stream" });
  expect(sourceFromUrl("https://a.example/x")).toEqual({ kind: "url", url: "https://a.example/x" });
});

test("a URL comes back from its source, an upload has none", () => {
  for (const url of ["data:text/plain;charset=utf-8;base64,aGk=", "gs://bucket/x"])
    expect(urlFromSource(sourceFromUrl(url))).toBe(url);
  expect(urlFromSource({ kind: "uploaded", id: "file-1" })).toBeUndefined();
});

test("sounds go by format or by media type", () => {
  for (const format of ["wav", "mp3", "flac", "opus", "pcm16", "strange"])
    expect(soundFormat(soundMediaType(format))).toBe(format);
  expect(soundFormat("audio/x-wav")).toBe("wav");
});
