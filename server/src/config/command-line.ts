import { closestName } from "./closest-name.ts";
import { ConfigError, shownValue } from "./config-error.ts";
import { flagOf, kebabName, SETTING_ROWS } from "./settings.ts";
import type { Setting } from "./settings.ts";

export const COMMANDS = {
  serve: "Start the gateway. This is the default.",
  audit: "Check the books: every balance against its entries. Ends with 1 when something is wrong.",
  explain:
    "Compute a charge again from FILE, the answer of GET /api/log/explain (- reads the standard input).",
  help: "Show this text. Also --help.",
  version: "Show the version. Also --version.",
} as const;

export type Command = keyof typeof COMMANDS;

export interface CommandLine {
  readonly command: Command;
  /** Flag name without dashes → its text. */
  readonly flags: ReadonlyMap<string, string>;
}

const SHORT_FORMS: Readonly<Record<string, Command>> = {
  "-h": "help",
  "--help": "help",
  "-v": "version",
  "--version": "version",
};

/** Takes a command line apart: at most one command, and flags as `--name value` or `--name=value`. Throws ConfigError. */
export function parseCommandLine(argv: readonly string[]): CommandLine {
  const flags = new Map<string, string>();
  let command: Command | null = null;
  for (let index = 0; index < argv.length; index += 1) {
    const word = argv[index] ?? "";
    const asked = SHORT_FORMS[word];
    if (asked !== undefined) return { command: asked, flags: new Map() };
    if (!word.startsWith("-")) {
      if (command !== null)
        throw new ConfigError(`there can be one command only, but ${shownValue(word)} is another`);
      command = commandNamed(word);
      continue;
    }
    const { row, name, value } = parseFlag(word);
    if (value !== null) flags.set(name, value);
    else if (row.hint === null) flags.set(name, "true");
    else {
      index += 1;
      flags.set(name, followingValue(name, row.hint, argv[index]));
    }
  }
  return { command: command ?? "serve", flags };
}

function commandNamed(word: string): Command {
  for (const name of Object.keys(COMMANDS)) if (name === word && isCommand(name)) return name;
  throw new ConfigError(`unknown command ${shownValue(word)}${suggestion(word, Object.keys(COMMANDS), "")}`);
}

function isCommand(word: string): word is Command {
  return Object.hasOwn(COMMANDS, word);
}

function parseFlag(word: string): { row: Setting<unknown>; name: string; value: string | null } {
  const [, name = "", value = null] = /^--?([^=]*)(?:=(.*))?$/s.exec(word) ?? [];
  const row = word.startsWith("--") ? SETTING_ROWS.find((setting) => flagOf(setting) === name) : undefined;
  if (row !== undefined) return { row, name, value };
  const secret = SETTING_ROWS.find(
    (setting) => setting.isSecret === true && setting.env.some((env) => kebabName(env) === name),
  );
  if (secret !== undefined) {
    throw new ConfigError(
      `there is no flag --${name}, because every user of a machine can read a command line: set ${secret.env[0]} in the environment`,
    );
  }
  const known = [...SETTING_ROWS.flatMap((setting) => flagOf(setting) ?? []), "help", "version"];
  // Only the name is repeated: the value of a mistyped flag may be anything.
  throw new ConfigError(
    `unknown flag ${shownValue(word.split("=", 1)[0] ?? "")}${suggestion(name, known, "--")}`,
  );
}

function followingValue(name: string, hint: string, next: string | undefined): string {
  if (next === undefined || next.startsWith("--"))
    throw new ConfigError(`--${name} needs a value: --${name} ${hint}`);
  return next;
}

function suggestion(typed: string, names: readonly string[], prefix: string): string {
  const closest = closestName(typed, names);
  return closest === null ? `; "tollgate help" lists what there is` : `; did you mean ${prefix}${closest}?`;
}
