import { describe, expect, test } from "bun:test";
import { answerInTime } from "./answer-in-time.ts";
import type { WaitingClient } from "./answer-in-time.ts";
import { deliverRefusal } from "./deliver.ts";
import type { ClientDialect } from "./formats/chat/chat-dialect.ts";
import { RelayError } from "./relay-error.ts";

const PING = ": PING\n\n";
const ANSWER = "data: [DONE]\n\n";

/** A client that is answered when the test says so. */
function waiting(everyMs: number, dialect: ClientDialect = "openai-chat") {
  const answering = Promise.withResolvers<Response>();
  let leaves = 0;
  const client: WaitingClient = {
    dialect,
    requestId: "r1",
    headers: { "content-type": "text/event-stream", "x-request-id": "r1" },
    refuse: () =>
      deliverRefusal(new RelayError("server.internal"), { requestId: "r1", language: "en", dialect }),
    leave: () => (leaves += 1),
  };
  const answer = answerInTime(answering.promise, { everyMs, bytes: Buffer.from(PING) }, client);
  return { answering, answer, leaves: () => leaves };
}

const refusal = (dialect: ClientDialect) =>
  deliverRefusal(new RelayError("upstream.timeout"), { requestId: "r1", language: "en", dialect });

describe("an answer", () => {
  test("in time is the client's as it is, whatever its status", async () => {
    const { answering, answer, leaves } = waiting(5000);
    const response = refusal("openai-chat");
    answering.resolve(response);
    expect(await answer).toBe(response);
    expect(leaves()).toBe(0);
  });

  test("that fails in time fails as it does", async () => {
    const { answering, answer } = waiting(5000);
    answering.reject(new RelayError("key.exhausted"));
    expect(await answer.catch((error: unknown) => error)).toHaveProperty("code", "key.exhausted");
  });

  test("that is late follows keep-alives, byte for byte", async () => {
    const { answering, answer, leaves } = waiting(10);
    const response = await answer;
    expect([response.status, response.headers.get("x-request-id")]).toEqual([200, "r1"]);
    const reader = response.body?.getReader();
    for (let beat = 0; beat < 3; beat++)
      expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe(PING);
    answering.resolve(new Response(ANSWER));
    let rest = "";
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
      rest += Buffer.from(part.value).toString();
    expect(rest.replaceAll(PING, "")).toBe(ANSWER);
    expect(leaves()).toBe(0);
  });

  test.each(["openai-chat", "openai-responses", "anthropic", "gemini"] as const)(
    "that fails late is an error event of %s, told once",
    async (dialect) => {
      const { answering, answer, leaves } = waiting(1, dialect);
      const response = await answer;
      answering.resolve(refusal(dialect));
      const text = (await response.text()).replaceAll(PING, "");
      expect(text).toEndWith("\n\n");
      expect(text).toContain("The upstream took too long to answer.");
      expect(text).not.toContain("(request id: r1) (request id: r1)");
      expect(leaves()).toBe(1);
    },
  );

  test("that cannot be given at all is told late, too", async () => {
    const { answering, answer, leaves } = waiting(1);
    const response = await answer;
    answering.reject(new Error("inside"));
    expect(await response.text()).toContain("server_internal");
    expect(leaves()).toBe(1);
  });

  test("that comes after the client has left is stopped", async () => {
    const { answering, answer } = waiting(1);
    const response = await answer;
    const cancelled = response.body?.cancel();
    const stopped = Promise.withResolvers<void>();
    answering.resolve(new Response(new ReadableStream({ cancel: () => stopped.resolve() })));
    await stopped.promise;
    await cancelled;
  });
});
