import { figure, markdownTable, spread } from "./markdown-table.mjs";

/** The choice of channels as Markdown. */
export function routingReport(results) {
  const rows = results.map(({ name, abilities, buildMs, bytesPerAbility, choose, learn }) => [
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
  ].join("\n\n");
}
