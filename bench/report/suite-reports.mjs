import { summary } from "../lib/statistics.mjs";
import { figure, markdownTable, spread } from "./markdown-table.mjs";

/** The relay beside reports, as Markdown. */
export function isolationReport({ plan, arrangements }) {
  const rows = arrangements.flatMap(({ name, rounds, reports }) =>
    ["alone", "beside"].map((kind) =>
      [`${name}, ${kind === "alone" ? "no reports" : "beside reports"}`].concat(
        ["p50", "p99", "p999", "max"].map((key) => spread(summary(rounds.map((round) => round[kind][key])))),
        kind === "alone" ? "–" : `${reports.count}, ${figure(reports.medianMs)} ms`,
      ),
    ),
  );
  return [
    "## Relay latency beside full-table reports",
    `SQLite, ${plan.rows.toLocaleString("en-US")} log rows, ${plan.load.perSecond} requests/s at a fixed rate for ${plan.load.seconds} s, ${plan.rounds} rounds in turns; microseconds from the moment a request was due.`,
    markdownTable(["the gateway has", "p50", "p99", "p99.9", "max", "reports, median"], rows),
  ].join("\n\n");
}

/** The kill test as Markdown. */
export function crashReport(results) {
  const checks = results[0].checks.map(({ name }, index) => [
    name,
    ...results.map((result) => (result.checks[index].ok ? "yes" : `NO${result.checks[index].detail}`)),
  ]);
  const facts = [
    ["kills", ({ rounds }) => rounds],
    ["answers received whole", ({ received }) => received.toLocaleString("en-US")],
    ["charges", ({ charges }) => charges.toLocaleString("en-US")],
    [
      "charged, the client was cut off before the last byte",
      ({ chargedButNotReceived }) => chargedButNotReceived,
    ],
    ["holds open after the last kill, before the restart", ({ holdsAtKill }) => holdsAtKill],
    ["restart after a kill, ms", ({ restartMs }) => spread(restartMs)],
  ].map(([name, value]) => [name].concat(results.map((result) => value(result.facts))));
  return [
    "## Killed under load",
    markdownTable(["", ...results.map(({ engine }) => engine)], [...facts, ...checks]),
  ].join("\n\n");
}

/** The ledger alone as Markdown. */
export function ledgerReport(results) {
  const [first] = results;
  const rows = first.counts.map(({ users }, index) =>
    [users.toLocaleString("en-US")].concat(
      results.flatMap(({ counts }) => [
        spread(counts[index].perSecond),
        figure(counts[index].cpuMicroseconds.median),
      ]),
    ),
  );
  const ratio = (counts, measure) => figure(counts.at(-1)[measure].median / counts[1][measure].median);
  const flat = results.flatMap(({ counts }) => [
    ratio(counts, "perSecond"),
    ratio(counts, "cpuMicroseconds"),
  ]);
  const audits = results.flatMap(({ differences }) => [
    differences.length === 0 ? "right" : differences[0],
    "",
  ]);
  return [
    "## The ledger alone",
    "Reserve, settle and log row a second, 256 under way, on one core (PostgreSQL's processes on the other); the processor's time is the ledger's process's for one charge, PostgreSQL's apart. With few users the requests of one commit share the rows of their accounts.",
    markdownTable(
      ["users, each with a token", ...results.flatMap(({ engine }) => [engine, "CPU µs"])],
      [
        ...rows,
        [`${figure(first.counts.at(-1).users)} ÷ ${figure(first.counts[1].users)}`, ...flat],
        ["the audit finds the books", ...audits],
      ],
    ),
  ].join("\n\n");
}
