import { randomBytes } from "node:crypto";
import { openSecretKeys } from "../../src/secrets/secret-keys.ts";

/** Secrets under a random key; nothing is read from or written to disk. */
export const testSecrets = openSecretKeys({ dataDir: "", secretKey: randomBytes(32).toString("hex") });
