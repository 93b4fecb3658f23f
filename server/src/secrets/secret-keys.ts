import { hkdfSync, scryptSync } from "node:crypto";
import { isKeyHex, KEY_BYTES, openKeyFile } from "./key-file.ts";
import { SecretError } from "./secret-error.ts";
import { secretKeyRequirement } from "./secret-key-strength.ts";
import { timingSafeEqualText } from "./timing-safe-text.ts";
import { createVault } from "./vault.ts";
import type { Vault } from "./vault.ts";

export interface SecretKeyOptions {
  readonly dataDir: string;
  /** The operator's own key; without it the key file in the data directory is used. */
  readonly secretKey?: string | null;
}

/** Everything that is derived from the one master key. The master key itself is not kept. */
export interface SecretKeys {
  readonly vault: Vault;
  /** Where the master key came from; `new-file` when this start made the key file. */
  readonly origin: "setting" | "file" | "new-file";
  /** Lines for the operator, without secrets. */
  readonly warnings: readonly string[];
  /**
   * Keyed hash (HMAC-SHA-256, base64url, 43 characters) under which a secret is found again without storing it.
   * Each purpose has a key of its own. On the request path: about 300 ns.
   */
  lookupHash(secret: string, purpose: string): string;
  /** Names the master key without telling anything about it; the database remembers it. */
  keyCheckValue(): string;
  /** Throws SecretError `secrets.wrong-key` unless the remembered check value is this key's. */
  requireKey(rememberedCheckValue: string): void;
  /** 32 bytes for another use, such as signing cookies; the same for the same purpose and master key. */
  subKey(purpose: string): Buffer;
}

/**
 * Opens the master key and derives the others from it with HKDF-SHA-256. A `secretKey` of 64 hexadecimal digits is
 * taken as the key itself, so the contents of a key file can move to the environment; any other text is stretched
 * with scrypt first (about 80 ms, once). Synchronous, for start-up. Throws SecretError.
 */
export function openSecretKeys(options: SecretKeyOptions): SecretKeys {
  const { master, origin, warnings } = openMasterKey(options);
  const derive = (purpose: string): Buffer =>
    Buffer.from(hkdfSync("sha256", master, "", `tollgate/v1/${purpose}`, KEY_BYTES));
  const checkValue = `v1:${derive("check").subarray(0, 16).toString("hex")}`;
  const lookupHash = createLookupHash(derive);

  return {
    vault: createVault(derive("vault")),
    origin,
    warnings,
    lookupHash,
    keyCheckValue: () => checkValue,
    requireKey(rememberedCheckValue) {
      if (!timingSafeEqualText(rememberedCheckValue, checkValue)) throw wrongKey(origin);
    },
    subKey: (purpose) => derive(`sub-key/${purpose}`),
  };
}

function openMasterKey(options: SecretKeyOptions) {
  const { dataDir, secretKey } = options;
  if (secretKey === undefined || secretKey === null) {
    const file = openKeyFile(dataDir);
    return {
      master: file.key,
      origin: file.isNew ? ("new-file" as const) : ("file" as const),
      warnings: file.warning === null ? [] : [file.warning],
    };
  }
  const requirement = secretKeyRequirement(secretKey);
  if (requirement !== null)
    throw new SecretError("secrets.key-weak", `the secret key must be ${requirement}`);
  return { master: stretch(secretKey), origin: "setting" as const, warnings: [] };
}

function stretch(secretKey: string): Buffer {
  if (isKeyHex(secretKey)) return Buffer.from(secretKey, "hex");
  // The salt is fixed: every node must reach the same key from the same text alone.
  return scryptSync(secretKey, "tollgate/v1/master", KEY_BYTES, { N: 16_384, r: 8, p: 1 });
}

function createLookupHash(derive: (purpose: string) => Buffer): SecretKeys["lookupHash"] {
  // A keyed hasher is made once a purpose and copied for each hash: half the time of setting up a fresh HMAC.
  const hashers = new Map<string, Bun.CryptoHasher>();
  return (secret, purpose) => {
    let hasher = hashers.get(purpose);
    if (hasher === undefined) {
      hasher = new Bun.CryptoHasher("sha256", derive(`lookup/${purpose}`));
      hashers.set(purpose, hasher);
    }
    return hasher.copy().update(secret).digest("base64url");
  };
}

function wrongKey(origin: SecretKeys["origin"]): SecretError {
  const cure = {
    setting: "start with the TOLLGATE_SECRET_KEY it was made with, or without one if it had none",
    file: "put the secret.key file it was made with back into the data directory, or set TOLLGATE_SECRET_KEY",
    "new-file":
      "the data directory had no secret.key, so a new one was made: put the old one back, or set TOLLGATE_SECRET_KEY",
  }[origin];
  return new SecretError("secrets.wrong-key", `the database was made with another secret key: ${cure}`);
}
