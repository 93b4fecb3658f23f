import { median } from "../lib/statistics.mjs";
import { figure, markdownTable, spread } from "./markdown-table.mjs";
import { judgeGateways, summarizeGateways } from "./gateway-summary.mjs";

/** The gateways' part of the report as Markdown. */
export function gatewayReport(result) {
  const rows = summarizeGateways(result);
  const subjects = result.subjects.filter((subject) => subject.name !== "direct");
  const table = markdownTable(
    ["median (min–max) · ratio to the first", ...subjects.map((subject) => subject.label)],
    rows.map(({ name, cells }) => [
      name,
      ...subjects.map((subject) => cellText(cells[subject.name], subject)),
    ]),
  );
  const { starts, rounds, rewarmSeconds, busy, quiet, streams } = result.plan;
  return [
    "## Gateways on one core",
    `${rounds} rounds of ${busy.seconds} s at ${busy.connections} connections (after ${rewarmSeconds} s that do not count), ${quiet.seconds} s at 1, ${streams.streams} streams × ${streams.chunks} chunks every ${streams.paceMs} ms; ${starts.rounds} starts with ${starts.streams} open streams.`,
    table,
    "The cores while the 64 connections were busy, and what else was seen:",
    markdownTable(
      [
        "",
        "gateway's core busy",
        "with the gateway itself",
        "load's core busy",
        "PostgreSQL's CPU ms for 1,000 requests",
        "memory after all rounds, MB",
        "failed requests",
        "failed streams",
        "streams left open 1 s after the clients went",
      ],
      result.subjects.map(observations),
    ),
    "Against the demands:",
    markdownTable(
      ["demand (Tollgate on SQLite)", "measured", ""],
      judgeGateways(rows).map(({ name, value, ok }) => [name, figure(value), ok ? "met" : "NOT MET"]),
    ),
  ].join("\n\n");
}

function cellText({ summary, ratio }, { name }) {
  return name === "nginx" || !ratio ? spread(summary) : `${spread(summary)} · ${figure(ratio.median)}`;
}

function observations({ name, label, starts, rounds, afterMb }) {
  const middle = (value) => median(rounds.map(value));
  const share = (value) => `${Math.round(value * 100)} %`;
  const total = (items, value) => items.reduce((sum, item) => sum + value(item), 0);
  return [
    label,
    share(middle(({ busy }) => busy.gatewayCoreBusy)),
    name === "direct" ? "–" : share(middle(({ busy }) => busy.gatewayCoreOwn)),
    share(middle(({ busy }) => busy.loadCoreBusy)),
    label.includes("PostgreSQL") ? figure(middle(({ busy }) => busy.companionCpuMsPerThousand)) : "–",
    figure(afterMb),
    total(rounds, ({ busy, quiet }) => busy.errors + busy.badStatus + quiet.errors + quiet.badStatus),
    total(rounds, ({ streams }) => streams.failed),
    starts.length === 0 ? "–" : Math.max(...starts.map(({ leftOpen }) => leftOpen)),
  ];
}
