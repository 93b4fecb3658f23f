import { summary } from "../lib/statistics.mjs";

const US_PER_MS = 1000;

/**
 * The measures of the report, each from one round's figures. `from` says which list of rounds, `value` gets a round's
 * figures and those of the mock itself in the same round.
 */
const MEASURES = [
  {
    key: "requestsPerSecond",
    name: "requests/s, 64 connections",
    value: ({ busy }) => busy.requestsPerSecond,
  },
  { key: "quietP50Us", name: "added p50 at 1 connection, µs", value: added("quiet", "p50") },
  { key: "quietP99Us", name: "added p99 at 1 connection, µs", value: added("quiet", "p99") },
  { key: "busyP50Ms", name: "added p50 at 64 connections, ms", value: added("busy", "p50", US_PER_MS) },
  { key: "busyP99Ms", name: "added p99 at 64 connections, ms", value: added("busy", "p99", US_PER_MS) },
  { key: "cpuMs", name: "CPU ms for 1,000 requests", value: ({ busy }) => busy.cpuMsPerThousand },
  {
    key: "chunkCpuMs",
    name: "CPU ms for 1,000 stream chunks",
    value: ({ streams }) => (streams.whole > 0 ? streams.cpuMsPerThousandChunks : undefined),
  },
  { key: "chunkP50Us", name: "added p50 of a stream chunk, µs", value: addedOfStream("throughUs", "p50") },
  { key: "chunkP99Us", name: "added p99 of a stream chunk, µs", value: addedOfStream("throughUs", "p99") },
  { key: "idleMb", from: "starts", name: "memory idle, MB", value: ({ idleMb }) => idleMb },
  {
    key: "streamsMb",
    from: "starts",
    name: "memory with open streams, MB",
    value: ({ streamsMb }) => streamsMb,
  },
  { key: "startMs", from: "starts", name: "start to first answer, ms", value: ({ startMs }) => startMs },
];

function added(kind, percentile, divisor = 1) {
  return (round, direct) => (round[kind][percentile] - direct[kind][percentile]) / divisor;
}

function addedOfStream(figures, percentile) {
  return ({ streams }, direct) =>
    streams.whole > 0 ? streams[figures][percentile] - direct.streams[figures][percentile] : undefined;
}

/**
 * One row a measure: `{ key, name, cells }` with a cell for each subject name: `{ summary, ratio }`. The ratio is to
 * nginx with kept connections in the same round, so that the machine's mood cancels; a round in which nginx's value is 0 has none.
 */
export function summarizeGateways({ subjects }) {
  const direct = subjects.find((subject) => subject.name === "direct");
  const reference = subjects.find((subject) => subject.name === "nginx");
  return MEASURES.map(({ key, name, from = "rounds", value }) => {
    const valuesOf = (subject) =>
      subject[from].map((round, index) => value(round, direct[from][index])).map((v) => v ?? Number.NaN);
    const referenceValues = valuesOf(reference);
    const cells = subjects
      .filter((subject) => subject !== direct)
      .map((subject) => {
        const values = valuesOf(subject);
        const ratios = values.map((v, index) => v / referenceValues[index]);
        return [
          subject.name,
          {
            summary: summary(values.filter(Number.isFinite)),
            ratio: summary(ratios.filter(Number.isFinite)),
          },
        ];
      });
    return { key, name, cells: Object.fromEntries(cells) };
  });
}

/** The demands on the relay with everything on: `[{ name, value, ok }]`, for SQLite. */
export function judgeGateways(rows) {
  const cell = (key, subject) => rows.find((row) => row.key === key).cells[subject];
  const toNginx = cell("requestsPerSecond", "tollgate-sqlite").ratio?.median;
  const times = (other) =>
    cell("requestsPerSecond", "tollgate-sqlite").summary?.median /
    cell("requestsPerSecond", other).summary?.median;
  const toShipped = times("nginx-as-shipped");
  const toPortkey = times("portkey");
  const quietMs = cell("quietP50Us", "tollgate-sqlite").summary?.median / US_PER_MS;
  return [
    {
      name: "requests/s, share of nginx's with kept connections: at least 0.25, goal 0.40",
      value: toNginx,
      ok: toNginx >= 0.25,
    },
    { name: "requests/s, share of nginx's as shipped: the same", value: toShipped, ok: toShipped >= 0.25 },
    { name: "requests/s, times Portkey's: at least 15", value: toPortkey, ok: toPortkey >= 15 },
    { name: "added p50 at 1 connection, ms: under 0.5", value: quietMs, ok: quietMs < 0.5 },
  ];
}
