import { figure, markdownTable, spread } from "./markdown-table.mjs";

/** The choice of channels as Markdown. */
export function routingReport({ choices, days }) {
  const rows = choices.map(({ name, abilities, buildMs, bytesPerAbility, choose, learn }) => [
    name,
    abilities.toLocaleString("en-US"),
    spread(choose),
    spread(learn),
    figure(buildMs),
    abilities > 1 ? figure(bytesPerAbility) : "–",
  ]);
  return [
    "## Choosing a channel",
    "CPU time a request: its plan and first choice, and what is learnt from its answer. The table is built off the request path, in slices; its bytes are those of the garbage collector's heap.",
    markdownTable(
      ["", "(group, model, channel)", "choose, ns", "learn, ns", "table built in, ms", "bytes for each"],
      rows,
    ),
    "Simulated days of fifty channels with faults of every class: errors that clients saw, beside a chooser by priority and weight that remembers nothing and one that knows every fault in advance.",
    markdownTable(DAY_COLUMNS, days.map(dayRow)),
  ].join("\n\n");
}

const DAY_COLUMNS = [
  "RetryTimes",
  "requests",
  "errors",
  "without memory",
  "ideal",
  "times fewer",
  "repeated (channel, key)",
  "changes of status of one channel, most",
];

function dayRow({ retryTimes, requests, ours, memoryless, ideal, repeats, changesMax }) {
  const counts = [requests, ours, memoryless, ideal].map((count) => count.toLocaleString("en-US"));
  return [`${retryTimes}`, ...counts, figure(memoryless / Math.max(1, ours)), `${repeats}`, `${changesMax}`];
}
