import { median } from "../lib/statistics.mjs";
import { figure, markdownTable } from "./markdown-table.mjs";

/** The lanes as Markdown: what translating costs beside passing. */
export function lanesReport({ plan, dialects, pairs }) {
  const roundsOf = (client, upstream) =>
    pairs.find((pair) => pair.client === client && pair.upstream === upstream).rounds;
  const cell = (client, upstream, key) => {
    const own = roundsOf(client, client);
    const rounds = roundsOf(client, upstream);
    const value = figure(median(rounds.map((round) => round[key])));
    if (client === upstream) return value;
    return `${value} · ${figure(median(rounds.map((round, index) => round[key] / own[index][key])))}`;
  };
  const table = (title, key) =>
    markdownTable(
      [title, ...dialects.map((name) => `from ${name}`)],
      dialects.map((client) => [client, ...dialects.map((upstream) => cell(client, upstream, key))]),
    );
  return [
    "## Lanes",
    `A client of each dialect (rows) before an upstream of each (columns), Tollgate on SQLite: medians of ${plan.rounds} rounds · ratio to passing the client's own dialect. ${plan.busy.connections} connections; ${plan.streams.streams} streams of ${plan.streams.chunks} chunks.`,
    table("CPU ms for 1,000 requests", "requests"),
    table("requests/s", "perSecond"),
    table("CPU ms for 1,000 chunks", "chunks"),
  ].join("\n\n");
}
