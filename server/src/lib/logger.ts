import type { Clock } from "./clock.ts";

export type LogLevel = "debug" | "info" | "warn" | "error";
export type LogFields = Readonly<Record<string, unknown>>;

/** Lines for the operator. A field's value may be an error: its stack is written then. Never hand it a secret. */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

export interface LoggerOptions {
  /** Lines below it are not written. */
  level: LogLevel;
  clock: Clock;
  /** Takes a line without its line feed. */
  write: (line: string) => void;
  /** Masks what looks like a credential. */
  redact: (line: string) => string;
}

const LEVELS: readonly LogLevel[] = ["debug", "info", "warn", "error"];
const LINE_LENGTH_MAX = 16_384;

/** Writes one line an event: `2026-01-31T10:00:00.000Z WARN message name=value other="two words"`. */
export function createLogger({ level, clock, write, redact }: LoggerOptions): Logger {
  const lowest = LEVELS.indexOf(level);
  const logAt =
    (at: LogLevel) =>
    (message: string, fields: LogFields = {}) => {
      if (LEVELS.indexOf(at) < lowest) return;
      const parts = [new Date(clock.nowMs()).toISOString(), at.toUpperCase(), oneLine(message)];
      for (const [name, value] of Object.entries(fields))
        if (value !== undefined) parts.push(`${name}=${fieldText(value)}`);
      write(redact(parts.join(" ").slice(0, LINE_LENGTH_MAX)));
    };
  return { debug: logAt("debug"), info: logAt("info"), warn: logAt("warn"), error: logAt("error") };
}

/** A logger that writes nothing. */
export const silentLogger: Logger = { debug() {}, info() {}, warn() {}, error() {} };

const oneLine = (text: string) => text.replace(/\s*[\r\n]+\s*/g, " ");

function fieldText(value: unknown): string {
  if (value instanceof Error) return JSON.stringify(value.stack ?? String(value));
  if (typeof value === "string") return /^[\w.:/@+-]+$/.test(value) ? value : JSON.stringify(value);
  return JSON.stringify(value) ?? String(value);
}
