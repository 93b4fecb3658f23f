import { describe, expect, test } from "bun:test";
import { clientOf } from "./client-presence.ts";

describe("a client's presence", () => {
  test("a client that leaves is noticed, once", async () => {
    const request = new AbortController();
    const client = clientOf(request);
    let calls = 0;
    const left = new Promise<void>((resolve) =>
      client.watch(() => {
        calls++;
        resolve();
      }),
    );
    expect(client.hasLeft).toBe(false);
    request.abort();
    await left;
    expect([client.hasLeft, calls]).toEqual([true, 1]);
    await new Promise<void>((resolve) => client.watch(resolve));
    expect(calls).toBe(1);
  });

  test("a call that ends soon never asks for the signal", async () => {
    let asked = 0;
    const quick = clientOf({
      get signal() {
        asked++;
        return new AbortController().signal;
      },
    });
    quick.watch(() => {});
    quick.unwatch();
    const slow = new AbortController();
    slow.abort();
    await new Promise<void>((resolve) => clientOf(slow).watch(resolve));
    expect(asked).toBe(0);
  });

  test("who has stopped watching is not called", async () => {
    const request = new AbortController();
    const client = clientOf(request);
    let calls = 0;
    client.watch(() => calls++);
    client.unwatch();
    const second = new Promise<void>((resolve) => client.watch(resolve));
    request.abort();
    await second;
    expect(calls).toBe(0);
  });
});
