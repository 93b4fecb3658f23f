import type { RelayErrorKind } from "../../relay-error.ts";

/** A failure, from whichever side, that is told to a client in the words of its dialect. */
export interface ChatError {
  readonly kind: RelayErrorKind;
  readonly status: number;
  /** For programs: the vendor's own code, or the gateway's. */
  readonly code: string;
  /** For people. */
  readonly message: string;
  /** The part of the request that is at fault. */
  readonly param?: string;
  /** The vendor's own type of error, where it has one. */
  readonly type?: string;
}

/**
 * A body that its dialect does not allow, or that cannot be what it says. `path` is where (`messages[2].content[0]`), in
 * the dialect's own words; `reason` completes the sentence "Invalid value for …: ".
 */
export class FormatError extends Error {
  readonly path: string;
  readonly reason: string;

  constructor(path: string, reason: string) {
    super(`${path}: ${reason}`);
    this.name = "FormatError";
    this.path = path;
    this.reason = reason;
  }
}
