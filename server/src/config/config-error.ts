import { redactSecrets } from "../secrets/redact-secrets.ts";

/** A setting or a flag is wrong. The message is the one line that the operator reads, without the program's name. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

const MAX_SHOWN_LENGTH = 60;

/** A wrong value as it may be shown: on one line, cut to a readable length, and without anything like a credential. */
export function shownValue(value: string): string {
  const redacted = redactSecrets(value);
  return JSON.stringify(
    redacted.length > MAX_SHOWN_LENGTH ? `${redacted.slice(0, MAX_SHOWN_LENGTH)}…` : redacted,
  );
}
