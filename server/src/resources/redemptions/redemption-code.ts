import type { RedemptionsTable } from "../../db/schema.ts";
import { randomText } from "../../lib/random-text.ts";
import type { SecretKeys } from "../../secrets/secret-keys.ts";

const CODE_LENGTH = 32;

/** A new code, which nobody can guess. */
export const newRedemptionCode = (): string => randomText(CODE_LENGTH);

export type SealedCode = Pick<RedemptionsTable, "key_hash" | "key_sealed">;

/** Under which an entered code is looked up. */
export function redemptionCodeHash(secrets: Pick<SecretKeys, "lookupHash">, code: string): string {
  return secrets.lookupHash(code, "redemptions.key");
}

/** A code as its row holds it. It is bound to its hash, because a new row has no id yet. */
export function sealRedemptionCode(
  secrets: Pick<SecretKeys, "vault" | "lookupHash">,
  code: string,
): SealedCode {
  const hash = redemptionCodeHash(secrets, code);
  return { key_hash: hash, key_sealed: secrets.vault.encrypt(code, contextOf(hash)) };
}

/** The code in plain text, for administrators. Throws SecretError when the sealed text is not this row's. */
export function openRedemptionCode(secrets: Pick<SecretKeys, "vault">, row: SealedCode): string {
  return secrets.vault.decrypt(row.key_sealed, contextOf(row.key_hash));
}

function contextOf(hash: string): string {
  return `redemptions.key:${hash}`;
}
