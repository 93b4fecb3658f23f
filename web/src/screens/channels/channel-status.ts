import { ChannelStatus } from "@tollgate/contract/statuses";

interface ChannelStatusView {
  text: "enabled" | "disabled" | "autoDisabled" | "unknown";
  tone: "green" | "neutral" | "yellow";
}

/** Name and colour of a channel's status. */
export function channelStatusView(status: number): ChannelStatusView {
  switch (status) {
    case ChannelStatus.enabled:
      return { text: "enabled", tone: "green" };
    case ChannelStatus.disabled:
      return { text: "disabled", tone: "neutral" };
    case ChannelStatus.autoDisabled:
      return { text: "autoDisabled", tone: "yellow" };
    default:
      return { text: "unknown", tone: "neutral" };
  }
}

/** Why and when the system switched a channel off; undefined where nothing was noted. */
export function readDisableNote(otherInfo: string): { reason: string; timeSeconds: number } | undefined {
  try {
    const value: unknown = JSON.parse(otherInfo);
    if (typeof value !== "object" || value === null) return undefined;
    const reason = "status_reason" in value ? value.status_reason : undefined;
    const time = "status_time" in value ? value.status_time : undefined;
    if (typeof reason !== "string" || reason === "") return undefined;
    return { reason, timeSeconds: typeof time === "number" ? time : 0 };
  } catch {
    return undefined;
  }
}

/** The badge of a response time in milliseconds: the spec's steps. 0 is untested. */
export function responseTimeTone(milliseconds: number): "neutral" | "green" | "lime" | "yellow" | "red" {
  if (milliseconds === 0) return "neutral";
  if (milliseconds <= 1000) return "green";
  if (milliseconds <= 3000) return "lime";
  if (milliseconds <= 5000) return "yellow";
  return "red";
}
