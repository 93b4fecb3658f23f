import { brotliCompressSync, zstdCompressSync } from "node:zlib";

import type { Behaviour, Fault, WireFault } from "./behaviour.ts";
import { gzipSteps, packedSteps } from "./gzip-steps.ts";
import type { WirePlan, WireStep } from "./wire-plan.ts";

/** By how much `content-length-too-long` lies. */
const MISSING_BYTES = 64;
/** Less than any event is long, so that the cut is inside of the event and after the start of its data. */
const EVENT_PIECE_BYTES = 24;
const DEFAULT_TRICKLE_PACE_MS = 10;

type BendPlan = (plan: WirePlan, behaviour: Behaviour) => WirePlan;

const wireFaults: Readonly<Record<WireFault, BendPlan>> = {
  "close-before-headers": (plan) => headless(plan, "close"),
  "reset-before-headers": (plan) => headless(plan, "reset"),
  "reset-after-headers": (plan) => ({ ...plan, steps: [], ending: "reset" }),
  "reset-mid-body": (plan) => ({ ...plan, steps: firstHalf(plan.steps), ending: "reset" }),
  "reset-mid-event": (plan) => ({ ...plan, steps: cutInsideEvent(plan.steps), ending: "reset" }),
  "reset-mid-utf8": (plan) => ({ ...plan, steps: cutInsideCharacter(plan.steps), ending: "reset" }),
  "close-mid-body": (plan) => ({ ...plan, steps: firstHalf(plan.steps), ending: "close" }),
  "content-length-too-long": (plan) => ({
    ...withContentLength(plan, sizeBytes(plan.steps) + MISSING_BYTES),
    ending: "close",
  }),
  "content-length-too-short": (plan) => withContentLength(plan, Math.floor(sizeBytes(plan.steps) / 2)),
  "malformed-chunked": (plan) => ({ ...withChunks(plan), steps: breakFraming(plan.steps), ending: "close" }),
  "slow-loris": (plan, behaviour) => ({
    ...plan,
    tricklePaceMs: behaviour.tricklePaceMs ?? DEFAULT_TRICKLE_PACE_MS,
  }),
  hang: (plan) => headless(plan, "hang"),
  "hang-mid-stream": (plan) => ({ ...plan, steps: firstHalf(plan.steps), ending: "hang" }),
  gzip: (plan) => compressed(plan, "gzip", gzipSteps(plan.steps)),
  br: (plan) => compressed(plan, "br", packedSteps(plan.steps, brotliCompressSync)),
  zstd: (plan) => compressed(plan, "zstd", packedSteps(plan.steps, zstdCompressSync)),
};

/** The plan as the behaviour's fault makes it; unchanged if the fault is one of the reply's or there is none. */
export function bendPlan(plan: WirePlan, behaviour: Behaviour): WirePlan {
  const fault = behaviour.fault;
  return fault !== undefined && isWireFault(fault) ? wireFaults[fault](plan, behaviour) : plan;
}

function isWireFault(fault: Fault): fault is WireFault {
  return Object.hasOwn(wireFaults, fault);
}

function compressed(plan: WirePlan, coding: string, steps: readonly WireStep[]): WirePlan {
  const framed = plan.isChunked ? plan : withContentLength(plan, sizeBytes(steps));
  return { ...withHeaders(framed, { "content-encoding": coding }), steps };
}

function headless(plan: WirePlan, ending: WirePlan["ending"]): WirePlan {
  return { latencyMs: plan.latencyMs, isChunked: false, steps: [], ending };
}

/** How many steps are sent whole before a cut: at least the first, if another is left to cut. */
function wholeCount(steps: readonly WireStep[]): number {
  return steps.length < 2 ? 0 : Math.max(1, Math.floor(steps.length / 2));
}

function firstHalf(steps: readonly WireStep[]): readonly WireStep[] {
  const whole = wholeCount(steps);
  return whole === 0
    ? steps.map((step) => cut(step, Math.floor(step.payload.length / 2)))
    : steps.slice(0, whole);
}

function cutInsideEvent(steps: readonly WireStep[]): readonly WireStep[] {
  const next = steps[wholeCount(steps)];
  if (next === undefined) return steps;
  return [...steps.slice(0, wholeCount(steps)), cut(next, EVENT_PIECE_BYTES)];
}

function cutInsideCharacter(steps: readonly WireStep[]): readonly WireStep[] {
  const whole = wholeCount(steps);
  const later = steps.findIndex((step, index) => index >= whole && continuationAt(step.payload) > 0);
  const index = later === -1 ? steps.findIndex((step) => continuationAt(step.payload) > 0) : later;
  const step = steps[index];
  // an embedding has no text to cut
  if (step === undefined) return firstHalf(steps);
  return [...steps.slice(0, index), cut(step, continuationAt(step.payload))];
}

/** Where the second byte of the first character of several bytes is; -1 if all are ASCII. */
function continuationAt(payload: Buffer): number {
  return payload.findIndex((byte) => byte >= 0x80 && byte < 0xc0);
}

function cut(step: WireStep, sizeBytes: number): WireStep {
  return { ...step, payload: step.payload.subarray(0, sizeBytes) };
}

function breakFraming(steps: readonly WireStep[]): readonly WireStep[] {
  return [...firstHalf(steps), { delayMs: 0, payload: Buffer.from("not-a-size\r\n"), isRaw: true }];
}

function sizeBytes(steps: readonly WireStep[]): number {
  return steps.reduce((total, step) => total + step.payload.length, 0);
}

function withContentLength(plan: WirePlan, declaredBytes: number): WirePlan {
  const { "transfer-encoding": _removed, ...headers } = plan.head?.headers ?? {};
  return withHeaders(
    { ...plan, head: { status: plan.head?.status ?? 200, headers }, isChunked: false },
    { "content-length": String(declaredBytes) },
  );
}

function withChunks(plan: WirePlan): WirePlan {
  const { "content-length": _removed, ...headers } = plan.head?.headers ?? {};
  return withHeaders(
    { ...plan, head: { status: plan.head?.status ?? 200, headers }, isChunked: true },
    { "transfer-encoding": "chunked" },
  );
}

function withHeaders(plan: WirePlan, headers: Readonly<Record<string, string>>): WirePlan {
  if (plan.head === undefined) return plan;
  return { ...plan, head: { ...plan.head, headers: { ...plan.head.headers, ...headers } } };
}
