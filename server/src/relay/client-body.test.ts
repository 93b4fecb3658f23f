import { describe, expect, test } from "bun:test";
import { readClientBody } from "./client-body.ts";
import { RelayError } from "./relay-error.ts";

const LIMIT = 8;
const request = (body: string | ReadableStream<Uint8Array>, headers: Record<string, string> = {}) =>
  new Request("http://gate.test", { method: "POST", body, headers });
/** A body that announces no length. */
const streamOf = (...chunks: string[]) => {
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = chunks.shift();
      if (next === undefined) controller.close();
      else controller.enqueue(Buffer.from(next));
    },
    cancel() {
      cancelled = true;
    },
  });
  return { body, isCancelled: () => cancelled, left: chunks };
};
const codeOf = (reading: Promise<unknown>) =>
  reading.then(
    () => "read",
    (error: unknown) => (error instanceof RelayError ? error.code : error),
  );
const textOf = async (reading: Promise<Uint8Array>) => new TextDecoder().decode(await reading);

describe("a client's body", () => {
  test("up to the limit is read whole", async () => {
    const told = request("12345678", { "content-length": "8" });
    expect(await textOf(readClientBody(told, LIMIT))).toBe("12345678");
    expect(await textOf(readClientBody(request(streamOf("1234", "5678").body), LIMIT))).toBe("12345678");
    expect(await textOf(readClientBody(new Request("http://gate.test"), LIMIT))).toBe("");
  });
  test("that says it is larger is refused unread", async () => {
    const { body, left } = streamOf("1", "2");
    const unread = new Request("http://gate.test", {
      method: "POST",
      body,
      headers: { "content-length": "9" },
    });
    expect(await codeOf(readClientBody(unread, LIMIT))).toBe("body.too-large");
    expect(left.length).toBeGreaterThan(0);
  });
  test("that grows over the limit is read no further", async () => {
    const { body, isCancelled, left } = streamOf("12345", "6789", "more", "and more");
    expect(await codeOf(readClientBody(request(body), LIMIT))).toBe("body.too-large");
    expect(isCancelled()).toBe(true);
    expect(left.length).toBeGreaterThan(0);
  });
  test("in an encoding is refused, but for the one that is none", async () => {
    expect(await codeOf(readClientBody(request("{}", { "content-encoding": "br" }), LIMIT))).toBe(
      "body.encoding",
    );
    expect(await codeOf(readClientBody(request("{}", { "content-encoding": "Identity" }), LIMIT))).toBe(
      "read",
    );
  });
  test("whose sender leaves is incomplete", async () => {
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(new Error("the connection was closed")),
    });
    expect(await codeOf(readClientBody(request(body), LIMIT))).toBe("body.incomplete");
  });
});
