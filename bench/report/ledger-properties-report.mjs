import { markdownTable } from "./markdown-table.mjs";

/** Random sequences beside a reference as Markdown; the first fault of each engine is told in full. */
export function ledgerPropertiesReport(results) {
  const facts = [
    ["sequences compared with the reference", ({ sequences }) => sequences.toLocaleString("en-US")],
    [
      "verbs of other processes on shared accounts meanwhile",
      ({ sharedVerbs }) => sharedVerbs.toLocaleString("en-US"),
    ],
    ["processes killed meanwhile", ({ kills }) => kills],
    ["sequences that went another way than the reference", ({ missteps }) => missteps.length],
    ["differences that the audit names", ({ differences }) => differences.length],
    ["holds left", ({ holds }) => holds],
  ].map(([name, value]) => [name].concat(results.map(value)));
  const faults = results.flatMap(({ engine, missteps, differences }) =>
    [...missteps, ...differences].slice(0, 1).map((fault) => `${engine}: ${fault}`),
  );
  return [
    "## Random sequences of the ledger's verbs",
    markdownTable(["", ...results.map(({ engine }) => engine)], facts),
    ...faults,
  ].join("\n\n");
}
