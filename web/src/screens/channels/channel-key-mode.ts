import { settingIn, withSettingField } from "./channel-templates.ts";

/** How a channel uses its keys; empty: it has one. It stands in the extra settings. */
export const KEY_MODES = ["", "random", "polling"] as const;
export type KeyMode = (typeof KEY_MODES)[number];

const FIELD = "multi_key_mode";

export function keyModeOf(settingText: string): KeyMode {
  const mode = settingIn(settingText, FIELD);
  return KEY_MODES.find((known) => known === mode) ?? "";
}

/** The extra settings with another mode; the others stay. */
export function settingWithKeyMode(settingText: string, mode: KeyMode): string {
  return withSettingField(settingText, FIELD, mode === "" ? undefined : mode);
}
