import { COMMAND_OPTIONS, COMMANDS } from "./command-line.ts";
import { flagOf, SETTING_ROWS } from "./settings.ts";
import type { Setting } from "./settings.ts";

const WIDTH = 100;
const GAP = "  ";

/** The text of `tollgate help`, made from the table of settings. */
export function helpText(): string {
  const commands: [string, string][] = [];
  for (const [command, description] of Object.entries(COMMANDS)) {
    commands.push([command, description]);
    for (const option of COMMAND_OPTIONS)
      if (option.command === command)
        commands.push([`  --${option.name} ${option.hint ?? ""}`.trimEnd(), option.description]);
  }
  const settings = SETTING_ROWS.map((row): [string, string] => [
    names(row),
    `${row.description} Default: ${row.fallbackText}.`,
  ]);
  return [
    "Tollgate: a self-hosted gateway that sells access to AI models.",
    "",
    "Usage: tollgate [command] [flags]",
    "",
    "Commands",
    ...columns(commands),
    "",
    "Settings: a flag wins over the environment variable below it. A switch is --name or --name=false.",
    "Secrets have no flag, because every user of a machine can read a command line.",
    "",
    ...columns(settings),
    "",
  ].join("\n");
}

function names(row: Setting<unknown>): string {
  const flag = flagOf(row);
  const env = row.env.join(", ");
  return flag === null ? env : `--${flag}${row.hint === null ? "" : ` ${row.hint}`}\n${env}`;
}

/** Two columns; a left cell may have two lines, and the right one is wrapped to the width. */
function columns(rows: readonly [left: string, right: string][]): string[] {
  const leftWidth = Math.max(...rows.flatMap(([left]) => left.split("\n").map((line) => line.length)));
  return rows.flatMap(([left, right]) => {
    const leftLines = left.split("\n");
    const rightLines = wrap(right, WIDTH - leftWidth - GAP.length * 2);
    return Array.from({ length: Math.max(leftLines.length, rightLines.length) }, (_, index) =>
      `${GAP}${(leftLines[index] ?? "").padEnd(leftWidth)}${GAP}${rightLines[index] ?? ""}`.trimEnd(),
    );
  });
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
