import { closestName } from "./closest-name.ts";
import { ConfigError, shownValue } from "./config-error.ts";
import { flagOf, kebabName, SETTING_ROWS } from "./settings.ts";
import type { Setting } from "./settings.ts";

export const COMMANDS = {
  serve: "Start the gateway. This is the default.",
  audit: "Check the books: every balance against its entries. Ends with 1 when something is wrong.",
  archive:
    "Move the charges older than a day into a file; what they add up to is kept, and no balance changes.",
  explain:
    "Compute a charge again from FILE, the answer of GET /api/log/explain (- reads the standard input).",
  help: "Show this text. Also --help.",
  version: "Show the version. Also --version.",
} as const;

export type Command = keyof typeof COMMANDS;

/** A flag that belongs to one command. */
export interface CommandOption {
  readonly command: Command;
  readonly name: string;
  /** What stands for the value in the help; a switch has none. */
  readonly hint: string | null;
  readonly isRequired?: true;
  readonly description: string;
}

export const COMMAND_OPTIONS: readonly CommandOption[] = [
  { command: "audit", name: "json", hint: null, description: "Print the whole report as JSON." },
  {
    command: "audit",
    name: "archive",
    hint: "<file>",
    description: "Also prove a file of the archive against its checkpoint. May be given several times.",
  },
  {
    command: "archive",
    name: "before",
    hint: "<day>",
    isRequired: true,
    description: "The first day that stays, in UTC, such as 2026-01-01. At least two days ago.",
  },
  {
    command: "archive",
    name: "to",
    hint: "<file>",
    description:
      "The file to write. Without it: archive/charges-before-<day>.jsonl.gz in the data directory.",
  },
];

export interface CommandLine {
  readonly command: Command;
  /** Flag name without dashes → its text. */
  readonly flags: ReadonlyMap<string, string>;
  /** The command's own flags: each name → its texts, in order. */
  readonly options: ReadonlyMap<string, readonly string[]>;
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
  const options = new Map<string, string[]>();
  let command: Command | null = null;
  for (let index = 0; index < argv.length; index += 1) {
    const word = argv[index] ?? "";
    const asked = SHORT_FORMS[word];
    if (asked !== undefined) return { command: asked, flags: new Map(), options: new Map() };
    if (!word.startsWith("-")) {
      if (command !== null)
        throw new ConfigError(`there can be one command only, but ${shownValue(word)} is another`);
      command = commandNamed(word);
      continue;
    }
    const { row, name, value } = parseFlag(word);
    const text = value ?? (row.hint === null ? "true" : followingValue(name, row.hint, argv[++index]));
    if ("command" in row) options.set(name, [...(options.get(name) ?? []), text]);
    else flags.set(name, text);
  }
  checkOptions(command ?? "serve", options);
  return { command: command ?? "serve", flags, options };
}

/** A command takes its own flags only, and some of them it needs. */
function checkOptions(command: Command, options: ReadonlyMap<string, readonly string[]>): void {
  for (const option of COMMAND_OPTIONS) {
    const isGiven = options.has(option.name);
    if (isGiven && option.command !== command)
      throw new ConfigError(`--${option.name} belongs to the command ${option.command}, not to ${command}`);
    if (!isGiven && option.command === command && option.isRequired)
      throw new ConfigError(`${command} needs --${option.name} ${option.hint ?? ""}`);
  }
}

function commandNamed(word: string): Command {
  for (const name of Object.keys(COMMANDS)) if (name === word && isCommand(name)) return name;
  throw new ConfigError(`unknown command ${shownValue(word)}${suggestion(word, Object.keys(COMMANDS), "")}`);
}

function isCommand(word: string): word is Command {
  return Object.hasOwn(COMMANDS, word);
}

function parseFlag(word: string): {
  row: Setting<unknown> | CommandOption;
  name: string;
  value: string | null;
} {
  const [, name = "", value = null] = /^--?([^=]*)(?:=(.*))?$/s.exec(word) ?? [];
  const row = word.startsWith("--")
    ? (COMMAND_OPTIONS.find((option) => option.name === name) ??
      SETTING_ROWS.find((setting) => flagOf(setting) === name))
    : undefined;
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
