import type { ChannelsTable } from "../../db/schema.ts";
import type { SecretKeys } from "../../secrets/secret-keys.ts";

export type SealedChannelKey = Pick<ChannelsTable, "key_hash" | "key_sealed">;

/** What finds a channel by its key, without the key being stored. */
export function channelKeyHash(secrets: Pick<SecretKeys, "lookupHash">, key: string): string {
  return secrets.lookupHash(key, "channels.key");
}

/** A key as its row holds it. It is bound to its hash, because a new row has no id yet. */
export function sealChannelKey(
  secrets: Pick<SecretKeys, "vault" | "lookupHash">,
  key: string,
): SealedChannelKey {
  const hash = channelKeyHash(secrets, key);
  return { key_hash: hash, key_sealed: secrets.vault.encrypt(key, contextOf(hash)) };
}

/** The key in plain text. Throws SecretError when the sealed text is not this row's. */
export function openChannelKey(secrets: Pick<SecretKeys, "vault">, row: SealedChannelKey): string {
  return secrets.vault.decrypt(row.key_sealed, contextOf(row.key_hash));
}

function contextOf(hash: string): string {
  return `channels.key:${hash}`;
}
