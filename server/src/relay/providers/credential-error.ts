/**
 * A channel's key that cannot be used: it is malformed, or whoever gives out tokens for it refuses. The message holds no
 * part of it.
 */
export class CredentialError extends Error {
  override readonly name = "CredentialError";
  /** As a vendor would answer that: 401 for a refused key, its own status for a token server in trouble. */
  readonly status: number;

  constructor(message: string, status = 401) {
    super(message);
    this.status = status;
  }
}
