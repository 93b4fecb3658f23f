const BUCKET_MS = 10_000;
const BUCKETS = 6;

/** Answers and failures of the last minute, in buckets of ten seconds: a fixed few bytes, however many there were. */
export interface RateWindow {
  /** Answers, then failures, of each bucket. */
  readonly counts: Uint32Array;
  /** Number of the newest bucket since 1970. */
  newest: number;
}

export function createRateWindow(): RateWindow {
  return { counts: new Uint32Array(BUCKETS * 2), newest: 0 };
}

/** Counts one answer; a failure is an answer too. */
export function countAnswer(window: RateWindow, isFailure: boolean, nowMs: number): void {
  moveTo(window, nowMs);
  const slot = window.newest % BUCKETS;
  add(window.counts, slot);
  if (isFailure) add(window.counts, BUCKETS + slot);
}

/** What the last minute saw. */
export function ratesOf(window: RateWindow, nowMs: number): { answers: number; failures: number } {
  moveTo(window, nowMs);
  let answers = 0;
  let failures = 0;
  for (let slot = 0; slot < BUCKETS; slot++) {
    answers += window.counts[slot] ?? 0;
    failures += window.counts[BUCKETS + slot] ?? 0;
  }
  return { answers, failures };
}

/** Empties the buckets that time has passed by. A clock that is set back changes nothing. */
function moveTo(window: RateWindow, nowMs: number): void {
  const bucket = Math.floor(nowMs / BUCKET_MS);
  if (bucket <= window.newest) return;
  if (bucket - window.newest >= BUCKETS) {
    window.counts.fill(0);
  } else {
    for (let passed = window.newest + 1; passed <= bucket; passed++) {
      window.counts[passed % BUCKETS] = 0;
      window.counts[BUCKETS + (passed % BUCKETS)] = 0;
    }
  }
  window.newest = bucket;
}

function add(counts: Uint32Array, slot: number): void {
  counts[slot] = (counts[slot] ?? 0) + 1;
}
