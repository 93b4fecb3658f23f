import { en } from "../../web/src/i18n/en.ts";
import { zh } from "../../web/src/i18n/zh.ts";

export type Language = "zh" | "en";

/** The console's own texts, so that a journey finds things by what they say, in either language. */
export const TEXTS = { zh, en } as const;

/** A text with its `{{name}}` parts filled in. */
export function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ""));
}
