import { openExchange } from "../upstream-exchange.ts";
import type { UpstreamAnswer, UpstreamRequest } from "../upstream-exchange.ts";
import type { EgressPolicy } from "../egress-policy.ts";

const MAX_BYTES = 300 * 1024 * 1024;
const decoder = new TextDecoder();

/** A whole exchange: status and body. `url` and what differs from a plain GET. */
export async function ask(
  policy: EgressPolicy,
  url: string,
  request: Partial<UpstreamRequest> = {},
): Promise<{ status: number; body: string }> {
  const { answer } = openExchange({ method: "GET", url, headers: {}, ...request }, policy);
  const reply = await answer;
  return { status: reply.status, body: decoder.decode(await reply.bytes(MAX_BYTES)) };
}

/** A POST of a few bytes, which must never be sent twice. */
export function post(policy: EgressPolicy, url: string, body: string | Uint8Array = "x") {
  return ask(policy, url, { method: "POST", body });
}

/** All that `read` brings. */
export async function readToEnd(answer: UpstreamAnswer): Promise<string> {
  let text = "";
  for (let piece = await answer.read(); piece !== undefined; piece = await answer.read())
    text += decoder.decode(piece, { stream: true });
  return text;
}

/** What a rejection with that code looks like. */
export function fault(code: string): { name: string; code: string } {
  return { name: "UpstreamFault", code };
}

/** Resolves once `holds` does; looks again whenever the event loop has turned. */
export async function until(holds: () => boolean): Promise<void> {
  const giveUpAtMs = performance.now() + 10_000;
  while (!holds()) {
    if (performance.now() > giveUpAtMs) throw new Error("it did not happen in time");
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Until a connection that was just used is there for the next exchange. */
export async function connectionsRested(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
