import type { RelayErrorKind } from "../../relay-error.ts";

/** What a vendor's error status means, where its body does not tell. */
export function kindOfStatus(status: number): RelayErrorKind {
  if (status === 401) return "authentication";
  if (status === 402) return "quota";
  if (status === 403) return "permission";
  if (status === 408 || status === 429 || status === 503 || status === 529) return "unavailable";
  return status >= 400 && status < 500 ? "invalid" : "upstream";
}

const TEXT_MAX_LENGTH = 300;

/** A body that is no error object of any dialect, for people: never a page of HTML. */
export function bareErrorText(status: number, body: unknown): string {
  const text = typeof body === "string" ? body.trim() : "";
  return text === "" || text.startsWith("<") || text.length > TEXT_MAX_LENGTH
    ? `The upstream answered with status ${status}.`
    : text;
}
