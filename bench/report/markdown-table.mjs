/** A Markdown table with columns of even width; the first column is left-aligned, the others right. */
export function markdownTable(head, rows) {
  const all = [head, ...rows].map((row) => row.map(String));
  const widths = head.map((_, column) => Math.max(3, ...all.map((row) => row[column].length)));
  const line = (row) =>
    `| ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]))).join(" | ")} |`;
  const rule = `|${widths.map((width, column) => (column === 0 ? "-".repeat(width + 2) : `${"-".repeat(width + 1)}:`)).join("|")}|`;
  return [line(all[0]), rule, ...all.slice(1).map(line)].join("\n");
}

/** Three significant digits, with separators of thousands. */
export function figure(value) {
  if (!Number.isFinite(value)) return "–";
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString("en-US", { maximumFractionDigits: digits, minimumFractionDigits: digits });
}

/** `median (min–max)`. */
export function spread(summary) {
  if (!summary) return "–";
  const { median, min, max } = summary;
  return summary.runs === 1 ? figure(median) : `${figure(median)} (${figure(min)}–${figure(max)})`;
}
