import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { SecretError } from "./secret-error.ts";

const PREFIX = "v1:";
const CIPHER = "aes-256-gcm";
const KEY_ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const OVERHEAD_BYTES = KEY_ID_BYTES + NONCE_BYTES + TAG_BYTES;

/** Seals secrets for storage. Synchronous; about 3.5 µs for a key of an ordinary length. */
export interface Vault {
  /**
   * Seals a text for one place, such as `channels.key:12`. The place is bound to the sealed text, so that it cannot
   * be moved to another row or column. The same text never seals to the same result twice.
   */
  encrypt(plain: string, context: string): string;
  /**
   * Opens what `encrypt` sealed for the same place. Throws SecretError: `secrets.wrong-key` when another key sealed
   * it, `secrets.damaged` when it was changed or moved, `secrets.malformed` when it is no sealed text at all.
   */
  decrypt(sealed: string, context: string): string;
}

/**
 * AES-256-GCM under one 32-byte key. A sealed text is `v1:` and the base64url of key id (4 bytes), nonce (12),
 * ciphertext and tag (16). The key id is there only to tell a wrong key from damage.
 */
export function createVault(key: Buffer): Vault {
  const keyId = createHash("sha256")
    .update("tollgate/v1/key-id")
    .update(key)
    .digest()
    .subarray(0, KEY_ID_BYTES);

  return {
    encrypt(plain, context) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(boundTo(context));
      const parts = [keyId, nonce, cipher.update(plain, "utf8"), cipher.final(), cipher.getAuthTag()];
      return PREFIX + Buffer.concat(parts).toString("base64url");
    },

    decrypt(sealed, context) {
      const bytes = sealedBytes(sealed);
      if (!bytes.subarray(0, KEY_ID_BYTES).equals(keyId)) {
        throw new SecretError("secrets.wrong-key", `${context} was sealed with another secret key`);
      }
      const nonce = bytes.subarray(KEY_ID_BYTES, KEY_ID_BYTES + NONCE_BYTES);
      const decipher = createDecipheriv(CIPHER, key, nonce).setAAD(boundTo(context));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      try {
        const plain = decipher.update(bytes.subarray(KEY_ID_BYTES + NONCE_BYTES, -TAG_BYTES));
        return Buffer.concat([plain, decipher.final()]).toString("utf8");
      } catch (cause) {
        const line = `the sealed value of ${context} was changed, or belongs to another place`;
        throw new SecretError("secrets.damaged", line, { cause });
      }
    },
  };
}

function boundTo(context: string): Buffer {
  return Buffer.from(`${PREFIX}${context}`, "utf8");
}

function sealedBytes(sealed: string): Buffer {
  const body = sealed.startsWith(PREFIX) ? sealed.slice(PREFIX.length) : "";
  const bytes = Buffer.from(body, "base64url");
  if (bytes.length < OVERHEAD_BYTES || bytes.toString("base64url") !== body) {
    throw new SecretError("secrets.malformed", `a sealed value must start with ${PREFIX} and be complete`);
  }
  return bytes;
}
