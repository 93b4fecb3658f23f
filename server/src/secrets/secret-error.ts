export type SecretErrorCode =
  /** The data were sealed with another master key. */
  | "secrets.wrong-key"
  /** Right key, but the bytes were changed or belong to another row or column. */
  | "secrets.damaged"
  /** Not a text that a vault made. */
  | "secrets.malformed"
  /** The given secret key is too weak to be one. */
  | "secrets.key-weak"
  /** The key file cannot be read or made. */
  | "secrets.key-file-unreadable"
  /** The key file holds something that is not a key. */
  | "secrets.key-file-malformed"
  /** Others can read the key file and its mode cannot be changed. */
  | "secrets.key-file-exposed";

/** A problem with keys or sealed data. The message is one line, for an operator, and never holds a secret. */
export class SecretError extends Error {
  override readonly name = "SecretError";
  readonly code: SecretErrorCode;

  constructor(code: SecretErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
