import { describe, expect, test } from "bun:test";
import { UpstreamFault } from "../../lib/egress/upstream-fault.ts";
import { sampleClient } from "../../../test/relay/sample-relay-call.ts";
import { rawBody } from "./raw-body.ts";
import type { RawEnd } from "./raw-body.ts";

const piece = (text: string) => Buffer.from(text);

/** A body over an upstream that gives these pieces, then ends or fails; `"hang"` waits until it is aborted. */
function start(
  rest: (string | Error | "hang")[],
  options: { drains?: boolean; finish?: () => Promise<void> } = {},
) {
  const leaving = new AbortController();
  const stopped = Promise.withResolvers<never>();
  stopped.promise.catch(() => {});
  const seen = { reads: 0, aborted: false, heard: "", ends: [] as RawEnd[] };
  const body = rawBody({
    answer: {
      first: piece("first"),
      upstream: {
        async read() {
          seen.reads++;
          const next = rest.shift();
          if (next === "hang") return stopped.promise;
          if (next instanceof Error) throw next;
          return next === undefined ? undefined : piece(next);
        },
      },
      abort() {
        seen.aborted = true;
        stopped.reject(new UpstreamFault("aborted", "it was aborted"));
      },
      idle: { touch: () => {}, stop: () => {} },
      timedOut: () => false,
    },
    client: sampleClient(leaving.signal),
    drains: options.drains ?? false,
    hear(chunk) {
      seen.heard += Buffer.from(chunk).toString();
      return chunk;
    },
    async finish(end) {
      await options.finish?.();
      seen.ends.push(end);
    },
  });
  return { reader: body.getReader(), seen, leaving };
}

const textOf = ({ value }: { value?: Uint8Array | undefined }) => value && Buffer.from(value).toString();
const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

describe("an answer that passes as it comes", () => {
  test("is pulled piece by piece, as its client reads", async () => {
    const { reader, seen } = start(["second", "third", "fourth"]);
    expect(seen.reads).toBe(0);
    expect(textOf(await reader.read())).toBe("first");
    expect(seen.reads).toBe(1);
    expect(textOf(await reader.read())).toBe("second");
    expect(seen.reads).toBe(2);
    await reader.cancel();
  });

  test("gives its last piece when it is charged", async () => {
    const charged = Promise.withResolvers<void>();
    const { reader, seen } = start(["last"], { finish: () => charged.promise });
    expect(textOf(await reader.read())).toBe("first");
    let isGiven = false;
    const last = reader.read().then((result) => {
      isGiven = true;
      return result;
    });
    await Promise.resolve();
    expect(isGiven).toBe(false);
    charged.resolve();
    expect(textOf(await last)).toBe("last");
    expect((await reader.read()).done).toBe(true);
    expect(seen).toMatchObject({ heard: "firstlast", ends: [{ reason: "done" }], aborted: false });
  });

  test("breaks off where it cannot be charged", async () => {
    const { reader } = start([], { finish: () => Promise.reject(new Error("no database")) });
    expect(await failureOf(reader.read())).toMatchObject({ message: "no database" });
  });

  test("breaks off where its upstream does, and says so", async () => {
    const { reader, seen } = start(["second", new UpstreamFault("truncated", "it broke off")]);
    await reader.read();
    expect(await failureOf(reader.read())).toMatchObject({ code: "upstream.truncated" });
    expect(seen.ends).toMatchObject([{ reason: "upstream_truncated" }]);
  });

  test("is stopped when its client leaves, in the middle of a wait too", async () => {
    const { reader, seen, leaving } = start(["second", "hang"]);
    await reader.read();
    const waiting = reader.read();
    leaving.abort();
    await waiting;
    expect(seen).toMatchObject({ aborted: true, ends: [{ reason: "client_gone" }] });
  });

  test("is read to its end for nobody where the operator wants that", async () => {
    const { reader, seen } = start(["second", "third"], { drains: true });
    await reader.read();
    await reader.cancel();
    while (seen.ends.length === 0) await Promise.resolve();
    expect(seen.heard).toBe("firstsecondthird");
    expect(seen.ends).toEqual([{ reason: "client_gone" }]);
  });

  test("that is read for nobody and breaks off says both", async () => {
    const broken = new UpstreamFault("truncated", "it broke off");
    for (const isReading of [false, true]) {
      const { reader, seen } = start(["second", broken], { drains: true });
      await reader.read();
      const waiting = isReading ? reader.read() : undefined;
      await reader.cancel();
      await waiting;
      while (seen.ends.length === 0) await Promise.resolve();
      expect(seen.ends).toMatchObject([{ reason: "client_gone", error: expect.any(String) }]);
    }
  });
});
