import type { TokensTable } from "../../db/schema.ts";
import { randomText } from "../../lib/random-text.ts";
import type { SecretKeys } from "../../secrets/secret-keys.ts";

const KEY_LENGTH = 48;

/** A new key: letters and digits only, because `sk-KEY-CHANNELID` is split at its dashes. */
export function newTokenKey(): string {
  return randomText(KEY_LENGTH);
}

export type SealedTokenKey = Pick<TokensTable, "key_hash" | "key_sealed">;

/** Under which a request's key is looked up. */
export function tokenKeyHash(secrets: Pick<SecretKeys, "lookupHash">, key: string): string {
  return secrets.lookupHash(key, "tokens.key");
}

/** A key as its row holds it. It is bound to its hash, because a new row has no id yet. */
export function sealTokenKey(secrets: Pick<SecretKeys, "vault" | "lookupHash">, key: string): SealedTokenKey {
  const hash = tokenKeyHash(secrets, key);
  return { key_hash: hash, key_sealed: secrets.vault.encrypt(key, contextOf(hash)) };
}

/** The key in plain text, for its owner. Throws SecretError when the sealed text is not this row's. */
export function openTokenKey(secrets: Pick<SecretKeys, "vault">, row: SealedTokenKey): string {
  return secrets.vault.decrypt(row.key_sealed, contextOf(row.key_hash));
}

function contextOf(hash: string): string {
  return `tokens.key:${hash}`;
}
