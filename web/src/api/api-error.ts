export type ApiErrorKind =
  | "refused" // the server answered success:false
  | "expired" // 401
  | "too-many-requests" // 429
  | "server" // 500
  | "demo" // 405
  | "network" // no answer
  | "shape" // an answer that the contract does not know
  | "other"; // any other HTTP status

/** A call of the console's API that did not succeed. `message` is a sentence for the person at the screen. */
export class ApiError extends Error {
  readonly kind: ApiErrorKind;
  /** The server's stable code, when it gave one. */
  readonly code: string | undefined;

  constructor(kind: ApiErrorKind, message: string, code?: string) {
    super(message);
    this.name = "ApiError";
    this.kind = kind;
    this.code = code;
  }
}
