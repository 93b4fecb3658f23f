import type { Behaviour } from "../../support/fake-upstream/behaviour.ts";

/** What a client gets: the answer, an error with a status, or an error event in a stream that has begun. */
export type FaultOutcome =
  | "answer"
  | { readonly status: number; readonly code?: string }
  | { readonly breaksOff: string }
  /** The upstream's bytes as they came, readable or not. */
  | { readonly bytes: string };

export interface FaultRow {
  readonly name: string;
  readonly behaviour: Behaviour;
  readonly whole: FaultOutcome;
  readonly stream: FaultOutcome;
  /** Where client and upstream speak the same dialect; default as `stream`. */
  readonly passed?: FaultOutcome;
  /** Where the upstream is Gemini, whose errors state their status. */
  readonly ofGemini?: FaultOutcome;
}

const CUT = { chunkCount: 6, chunkPaceMs: 15 };
const TRUNCATED = { status: 502, code: "upstream.truncated" };
const BROKEN_OFF = { breaksOff: "upstream.truncated" };
const UNREACHABLE = { status: 502, code: "upstream.unreachable" };
const INVALID = { status: 502, code: "upstream.invalid" };
const TOLD = { status: 502, code: "upstream.error" };

/** Faults after which nothing waits. Where an upstream states an error, its status reaches the client. */
export const QUICK_FAULTS: readonly FaultRow[] = [
  row("reset-before-headers", { fault: "reset-before-headers" }, UNREACHABLE),
  row("close-before-headers", { fault: "close-before-headers" }, UNREACHABLE),
  row("reset-after-headers", { fault: "reset-after-headers" }, TRUNCATED),
  row("reset-in-mid-event", { ...CUT, fault: "reset-mid-event" }, TRUNCATED, BROKEN_OFF),
  row("reset-in-mid-utf8", { ...CUT, fault: "reset-mid-utf8" }, TRUNCATED, BROKEN_OFF),
  row("close-in-mid-body", { ...CUT, fault: "close-mid-body" }, TRUNCATED, BROKEN_OFF),
  row("wrong-framing", { ...CUT, fault: "malformed-chunked" }, INVALID, BROKEN_OFF),
  row("ends-early", { ...CUT, fault: "ends-early" }, "answer", BROKEN_OFF),
  {
    ...row("an-event-that-is-no-json", { ...CUT, fault: "malformed-sse" }, INVALID, {
      breaksOff: "upstream.invalid",
    }),
    passed: { bytes: "no field in this line" },
  },
  row("wrong-content-type", { fault: "wrong-content-type" }, "answer", INVALID),
  row("gzip", { fault: "gzip" }, "answer"),
  row("br", { fault: "br" }, "answer"),
  row("zstd", { fault: "zstd" }, "answer"),
  row("slow-first-token", { firstChunkDelayMs: 120 }, "answer"),
  row("html-page", { fault: "html-error" }, TOLD),
  row("html-page-under-200", { fault: "html-error", status: 200 }, INVALID),
  { ...row("error-under-200", { fault: "error-in-200" }, TOLD), ofGemini: { status: 500 } },
  row("not-json", { body: "<oops" }, INVALID),
  ...[400, 401, 403, 404, 408, 413, 429, 500, 502, 503, 504, 529].map((status) =>
    row(`status-${status}`, { status }, { status }),
  ),
];

/** Faults that only a time limit ends. */
export const SILENCES: readonly FaultRow[] = [
  row("silence", { fault: "hang" }, { status: 504, code: "upstream.timeout" }),
  row(
    "silence-in-mid-body",
    { ...CUT, fault: "hang-mid-stream" },
    { status: 504, code: "upstream.timeout" },
    { breaksOff: "upstream.timeout" },
  ),
];

function row(name: string, behaviour: Behaviour, whole: FaultOutcome, stream = whole): FaultRow {
  return { name, behaviour, whole, stream };
}
