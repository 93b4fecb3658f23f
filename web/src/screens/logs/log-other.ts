import type { LogOther } from "@tollgate/contract/logs";
import { LogType } from "@tollgate/contract/statuses";
import type { Tone } from "../../components/badge.tsx";
import type { Texts } from "../../i18n/i18n.ts";

/** The facts beside a log row; empty where there are none or they cannot be read. */
export function readLogOther(text: string): LogOther {
  try {
    const value: unknown = JSON.parse(text);
    // Keys are all optional; what older versions wrote under another type is caught where it is shown.
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as LogOther) : {};
  } catch {
    return {};
  }
}

interface LogTypeView {
  text: keyof Texts["logs"]["type"];
  tone: Tone;
}

const TYPES: Record<number, LogTypeView> = {
  [LogType.topUp]: { text: "topUp", tone: "cyan" },
  [LogType.consume]: { text: "consume", tone: "green" },
  [LogType.manage]: { text: "manage", tone: "orange" },
  [LogType.system]: { text: "system", tone: "violet" },
  [LogType.error]: { text: "error", tone: "red" },
};

/** Name and colour of a log type. */
export function logTypeView(type: number): LogTypeView {
  return TYPES[type] ?? { text: "unknown", tone: "neutral" };
}

/** Whether a row records a use of a model; 0 counts as one. */
export function isUsage(type: number): boolean {
  return type === LogType.consume || type === LogType.unknown || type === LogType.error;
}

/** Whether a row records a call that failed and cost its user nothing. */
export function isUncharged({ type, quota }: { type: number; quota: number }): boolean {
  return type === LogType.error && quota === 0;
}

/** The badge of a whole answer's time in seconds: the spec's steps. */
export function answerTimeTone(seconds: number): "green" | "orange" | "red" {
  if (seconds < 101) return "green";
  return seconds < 300 ? "orange" : "red";
}

/** The badge of the time to the first token in seconds: the spec's steps. */
export function firstTokenTone(seconds: number): "green" | "orange" | "red" {
  if (seconds < 3) return "green";
  return seconds < 10 ? "orange" : "red";
}
