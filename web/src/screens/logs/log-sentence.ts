import { readLogSentence } from "@tollgate/contract/log-sentences";
import type { TFunction } from "i18next";

/** What a row's stored text says, in the reader's language; texts that the gateway did not write stay as they are. */
export function logText(t: TFunction<"logs">, content: string): string {
  const read = readLogSentence(content);
  if (read === undefined) return content;
  const amounts = ["amount", "before", "units"].flatMap((key) => {
    const value = read.values[key];
    return value === undefined ? [] : [[key, value.includes("$") ? value : t("sentence.units", { value })]];
  });
  return t(`sentence.${read.name}`, { ...read.values, ...Object.fromEntries(amounts) });
}
