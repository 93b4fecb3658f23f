import { isJsonObject } from "@tollgate/contract/codecs";

/** How a channel with several keys takes turns, as its setting `multi_key_mode` says. */
export type KeyListMode = "random" | "polling";

/** Undefined: the channel has one key, whatever is in it. */
export function keyListMode(setting: Readonly<Record<string, unknown>>): KeyListMode | undefined {
  const mode = setting["multi_key_mode"];
  return mode === "random" || mode === "polling" ? mode : undefined;
}

/** The same for a setting as it is stored. */
export function hasKeyList(settingText: string): boolean {
  return isJsonObject(settingText) && keyListMode(JSON.parse(settingText)) !== undefined;
}

/** The keys of a list, one a line, each once. */
export function keyListLines(text: string): string[] {
  const lines = text.split(/\r?\n|\r/).map((line) => line.trim());
  return [...new Set(lines)].filter((line) => line !== "");
}
