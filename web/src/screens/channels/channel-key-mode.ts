import { withSetting } from "./channel-templates.ts";

/** How a channel uses its keys; empty: it has one. It stands in the extra settings. */
export const KEY_MODES = ["", "random", "polling"] as const;
export type KeyMode = (typeof KEY_MODES)[number];

const FIELD = "multi_key_mode";

export function keyModeOf(settingText: string): KeyMode {
  const mode = objectIn(settingText)[FIELD];
  return KEY_MODES.find((known) => known === mode) ?? "";
}

/** The extra settings with another mode; the others stay. */
export function settingWithKeyMode(settingText: string, mode: KeyMode): string {
  const { [FIELD]: _, ...others } = objectIn(settingText);
  if (mode !== "") return withSetting(JSON.stringify(others), { [FIELD]: mode });
  return Object.keys(others).length === 0 ? "" : withSetting(JSON.stringify(others), {});
}

function objectIn(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}
