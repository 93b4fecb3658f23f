import { TokenStatus } from "@tollgate/contract/statuses";
import type { Texts } from "../../i18n/i18n.ts";

interface TokenStatusView {
  text: keyof Texts["tokens"]["status"];
  tone: "green" | "neutral" | "yellow" | "red";
}

/** Name and colour of a token's status. */
export function tokenStatusView(status: number): TokenStatusView {
  switch (status) {
    case TokenStatus.enabled:
      return { text: "enabled", tone: "green" };
    case TokenStatus.disabled:
      return { text: "disabled", tone: "neutral" };
    case TokenStatus.expired:
      return { text: "expired", tone: "yellow" };
    case TokenStatus.exhausted:
      return { text: "exhausted", tone: "red" };
    default:
      return { text: "unknown", tone: "neutral" };
  }
}
