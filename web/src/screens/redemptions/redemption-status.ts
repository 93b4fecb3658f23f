import { NEVER_EXPIRES_CODE, RedemptionStatus } from "@tollgate/contract/redemptions";
import type { Texts } from "../../i18n/i18n.ts";
import { nowSeconds } from "../../lib/format-time.ts";
import type { Redemption } from "./use-redemptions.ts";

interface RedemptionStatusView {
  text: keyof Texts["redemptions"]["status"];
  tone: "green" | "neutral" | "yellow" | "red";
}

/** Name and colour of a code's state. An unused code that has expired can be redeemed no more. */
export function redemptionStatusView(
  code: Pick<Redemption, "status" | "expired_time">,
  atSeconds = nowSeconds(),
): RedemptionStatusView {
  switch (code.status) {
    case RedemptionStatus.unused:
      return isExpired(code, atSeconds)
        ? { text: "expired", tone: "yellow" }
        : { text: "unused", tone: "green" };
    case RedemptionStatus.disabled:
      return { text: "disabled", tone: "red" };
    case RedemptionStatus.used:
      return { text: "used", tone: "neutral" };
    default:
      return { text: "unknown", tone: "neutral" };
  }
}

function isExpired({ expired_time: expires }: Pick<Redemption, "expired_time">, atSeconds: number): boolean {
  return expires !== NEVER_EXPIRES_CODE && expires <= atSeconds;
}
