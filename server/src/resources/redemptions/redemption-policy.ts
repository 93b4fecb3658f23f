import { NEVER_EXPIRES_CODE, RedemptionStatus } from "@tollgate/contract/redemptions";
import type { ErrorCode } from "@tollgate/contract/errors";
import { AppError } from "../../lib/app-error.ts";

/** What decides whether a code can be redeemed. */
export interface RedemptionLife {
  readonly status: number;
  readonly expired_time: number;
}

/** Why a code cannot be redeemed; undefined when it can. No row stands for a code that nobody made. */
export function redemptionRefusal(
  row: RedemptionLife | undefined,
  nowSeconds: number,
): ErrorCode | undefined {
  if (row === undefined) return "redemption.invalid";
  if (row.status === RedemptionStatus.used) return "redemption.used";
  if (row.status !== RedemptionStatus.unused) return "redemption.disabled";
  const isExpired = row.expired_time !== NEVER_EXPIRES_CODE && row.expired_time <= nowSeconds;
  return isExpired ? "redemption.expired" : undefined;
}

/** Throws redemption.expiry-passed for a moment that is not in the future; 0 means never. */
export function checkExpiry(expiredTime: number | undefined, nowSeconds: number): void {
  if (expiredTime !== undefined && expiredTime !== NEVER_EXPIRES_CODE && expiredTime <= nowSeconds)
    throw new AppError("redemption.expiry-passed");
}

/** Unused and disabled turn into each other; used is final. Throws redemption.status-invalid or redemption.used. */
export function checkStatusChange(row: Pick<RedemptionLife, "status">, status: number | undefined): number {
  if (status !== RedemptionStatus.unused && status !== RedemptionStatus.disabled)
    throw new AppError("redemption.status-invalid");
  if (row.status === RedemptionStatus.used) throw new AppError("redemption.used");
  return status;
}
