import { STATUS_CODES } from "node:http";

import type { WirePlan, WireStep } from "./wire-plan.ts";

const MAX_WRITE_BYTES = 64 * 1024;
const CHUNK_END = Buffer.from("\r\n");
const LAST_CHUNK = Buffer.from("0\r\n\r\n");

/** Bytes for one write to the socket, and how many pieces of the body are in them. */
export interface WireWrite {
  readonly delayMs: number;
  readonly bytes: Buffer;
  readonly pieceCount: number;
}

/**
 * The plan's head and framed body as writes; neighbours without a pause between them travel as one.
 * The plan's latency and ending are the writer's.
 */
export function wireWrites(plan: WirePlan): WireWrite[] {
  const writes: WireWrite[] = [];
  let parts: Buffer[] = [];
  let sizeBytes = 0;
  let delayMs = 0;
  let pieceCount = 0;

  function flush(): void {
    if (parts.length > 0) writes.push({ delayMs, bytes: Buffer.concat(parts), pieceCount });
    parts = [];
    sizeBytes = 0;
    delayMs = 0;
    pieceCount = 0;
  }
  function add(...bytes: readonly Buffer[]): void {
    parts.push(...bytes);
    for (const part of bytes) sizeBytes += part.length;
  }

  if (plan.head !== undefined) add(headBytes(plan.head.status, plan.head.headers));
  for (const step of plan.steps) {
    if (step.delayMs > 0 || sizeBytes >= MAX_WRITE_BYTES) {
      flush();
      delayMs = step.delayMs;
    }
    add(...framed(step, plan.isChunked));
    pieceCount += 1;
  }
  if (plan.isChunked && plan.ending === "complete") add(LAST_CHUNK);
  flush();
  return writes;
}

function framed(step: WireStep, isChunked: boolean): readonly Buffer[] {
  // an empty chunk would end the body
  if (!isChunked || step.isRaw === true || step.payload.length === 0) return [step.payload];
  return [Buffer.from(`${step.payload.length.toString(16)}\r\n`), step.payload, CHUNK_END];
}

function headBytes(status: number, headers: Readonly<Record<string, string>>): Buffer {
  let text = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? "Unknown"}\r\n`;
  for (const [name, value] of Object.entries(headers)) text += `${name}: ${value}\r\n`;
  return Buffer.from(`${text}\r\n`, "latin1");
}
