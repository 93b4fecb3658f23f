import { NEVER_EXPIRES, TokenStatus } from "@tollgate/contract/statuses";
import { AppError } from "../../lib/app-error.ts";
import { isAddressOrRange } from "./address-list.ts";

/** What decides whether a token can be used. `unlimited_quota` is a flag or its column. */
export interface TokenLife {
  status: number;
  expired_time: number;
  unlimited_quota: number | boolean;
}

/**
 * The status to show. Only 1 (enabled) and 2 (disabled) are stored by this program: 3 (expired) and 4 (exhausted)
 * follow from the clock and the balance of an enabled token, so they come and go by themselves when either changes and
 * nothing has to be kept in step. A 3 or 4 from an older database is shown as it is until its owner enables the token.
 */
export function shownStatus(token: TokenLife, remainQuota: number, nowSeconds: number): number {
  if (token.status !== TokenStatus.enabled) return token.status;
  if (isExpired(token, nowSeconds)) return TokenStatus.expired;
  if (isExhausted(token, remainQuota)) return TokenStatus.exhausted;
  return TokenStatus.enabled;
}

/** Throws token.expired or token.exhausted when the token could not be used once enabled. */
export function checkEnabling(token: TokenLife, remainQuota: number, nowSeconds: number): void {
  if (isExpired(token, nowSeconds)) throw new AppError("token.expired");
  if (isExhausted(token, remainQuota)) throw new AppError("token.exhausted");
}

/** Throws token.address-invalid with the first entry that is neither an address nor a range. */
export function checkAddresses(entries: readonly string[]): void {
  const wrong = entries.find((entry) => !isAddressOrRange(entry));
  if (wrong !== undefined) throw new AppError("token.address-invalid", { address: wrong });
}

/** Throws token.group-unknown unless the group may be used; empty stands for the owner's own. */
export function checkTokenGroup(group: string, usable: readonly string[]): void {
  if (group !== "" && !usable.includes(group)) throw new AppError("token.group-unknown", { group });
}

function isExpired(token: TokenLife, nowSeconds: number): boolean {
  return token.expired_time !== NEVER_EXPIRES && token.expired_time <= nowSeconds;
}

function isExhausted(token: TokenLife, remainQuota: number): boolean {
  return !token.unlimited_quota && remainQuota <= 0;
}
