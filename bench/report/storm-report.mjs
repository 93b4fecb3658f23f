import { figure, markdownTable } from "./markdown-table.mjs";

/** The disconnect storm as Markdown. */
export function stormReport({ plan, idle, rounds, rested, checks }) {
  const row = (name, { residentMb, heapMb, objects }) => [
    name,
    figure(residentMb),
    figure(heapMb),
    objects.toLocaleString("en-US"),
  ];
  return [
    "## Streams that are dropped",
    `${plan.streams.toLocaleString("en-US")} streams opened and dropped in each of ${plan.rounds} rounds, every other round before the upstream's first word; memory half a second after the clients went, and fifteen after the last; heap and objects after a collection.`,
    markdownTable(
      ["", "resident, MB", "heap, MB", "objects"],
      [
        row("before the first round", idle),
        ...[1, Math.floor(rounds.length / 2) - 1, rounds.length - 1].map((index) =>
          row(`after round ${index + 1}`, rounds[index]),
        ),
        row("at rest", rested),
      ],
    ),
    markdownTable(
      ["", "holds"],
      checks.map(({ name, ok, detail }) => [name, ok ? "yes" : `NO${detail}`]),
    ),
  ].join("\n\n");
}
