/**
 * Opens many streams at once through a gateway, run by Bun on the load generator's core. Takes one argument of JSON:
 *
 *   { target: { url, headers, body }, streams, openMs, holdMs, countMark, endMark }
 *
 * Streams are opened evenly over `openMs`. With `holdMs` they are cut that long after the last was opened, without it
 * they run to their end. Prints one line of JSON: how many were whole (`[DONE]` seen, then the last byte), cut or
 * failed (with another `endMark` than `[DONE]` where the dialect has one; with `countMark`, what is counted is how often
 * that stands in the body, and no times), the chunks received, the time to the first chunk and, from the mock's stamp in each chunk, the time that a
 * chunk took through the gateway, both in microseconds.
 */
import { openConnection, requestBytes } from "./load/http-connection.mjs";
import { monotonicNs } from "./lib/monotonic-clock.mjs";
import { percentiles } from "./lib/statistics.mjs";
import { TIME_MARK } from "./mock/mock-answers.mjs";

const {
  target,
  streams,
  openMs = 0,
  holdMs,
  countMark,
  endMark = "data: [DONE]",
} = JSON.parse(process.argv[2]);
const bytes = requestBytes(target);
const totals = { whole: 0, cut: 0, failed: 0, chunks: 0 };
const failures = new Map();
const firstUs = [];
const throughUs = [];
const connections = new Set();
let cutting = false;

const runs = Array.from({ length: streams }, async (_, index) => {
  await Bun.sleep((openMs * index) / streams);
  await runStream().catch((error) => {
    if (cutting) totals.cut += 1;
    else {
      totals.failed += 1;
      failures.set(error.message, (failures.get(error.message) ?? 0) + 1);
    }
  });
});
if (holdMs !== undefined) {
  await Bun.sleep(openMs + holdMs);
  cutting = true;
  for (const connection of connections) connection.close();
}
await Promise.all(runs);
console.log(
  JSON.stringify({
    ...totals,
    failures: Object.fromEntries(failures),
    firstUs: percentiles(firstUs),
    throughUs: percentiles(throughUs),
  }),
);

async function runStream() {
  const connection = await openConnection(target.url);
  connections.add(connection);
  const reader = countMark ? createMarkCounter(countMark) : createChunkReader(monotonicNs());
  const { status } = await connection.send(bytes, reader.push);
  connection.close();
  if (status !== 200) throw new Error(`HTTP ${status} ${reader.tail().slice(0, 120)}`);
  if (!reader.tail().includes(endMark)) throw new Error(`the stream ended without ${endMark}`);
  totals.whole += 1;
}

/** Counts how often a mark stands in one stream. */
function createMarkCounter(mark) {
  let text = "";
  return {
    tail: () => text,
    push(part) {
      text += part.latin1Slice();
      for (let markAt = text.indexOf(mark); markAt >= 0; markAt = text.indexOf(mark, markAt + mark.length)) {
        totals.chunks += 1;
        text = text.slice(markAt + mark.length);
        markAt = -mark.length;
      }
    },
  };
}

/** Counts the stamped chunks of one stream, whose request was sent at `sentNs`. */
function createChunkReader(sentNs) {
  let text = "";
  let isFirst = true;
  return {
    /** What follows the last counted chunk. */
    tail: () => text,
    push(part) {
      text += part.latin1Slice();
      const nowNs = monotonicNs();
      for (;;) {
        const markAt = text.indexOf(TIME_MARK);
        const stampEnd = markAt < 0 ? -1 : text.indexOf('"', markAt + TIME_MARK.length);
        if (stampEnd < 0) return;
        throughUs.push((nowNs - Number(text.slice(markAt + TIME_MARK.length, stampEnd))) / 1000);
        text = text.slice(stampEnd);
        totals.chunks += 1;
        if (isFirst) firstUs.push((nowNs - sentNs) / 1000);
        isFirst = false;
      }
    },
  };
}
