import type { ErrorCode, ErrorDetails } from "@tollgate/contract/errors";

/**
 * A refusal that the caller caused or can understand: a code of the contract with its details. The edge turns it into
 * a sentence. Anything else that is thrown is an internal error, and its text never leaves the process.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;
  /** HTTP status; 200 for business refusals, as clients of this product family expect. */
  readonly status: number;
  /** Fields beside the message at the top of the envelope. */
  readonly top: Record<string, unknown>;

  constructor(
    code: ErrorCode,
    details: ErrorDetails = {},
    extra: { status?: number; top?: Record<string, unknown> } = {},
  ) {
    super(code);
    this.name = "AppError";
    this.code = code;
    this.details = details;
    this.status = extra.status ?? 200;
    this.top = extra.top ?? {};
  }
}
