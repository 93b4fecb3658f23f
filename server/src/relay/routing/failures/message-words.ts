/** Statuses under which vendors quote what the client has sent. */
const QUOTING_STATUSES: ReadonlySet<number | undefined> = new Set([400, 413, 422]);

/**
 * Whether an error's sentence has certain words (given in lower case). Where vendors quote the client, it must begin
 * with them: else a request could be written such that its refusal speaks of an empty account.
 */
export function hasWords(message: string, words: string, status: number | undefined): boolean {
  const text = message.trimStart().toLowerCase();
  return QUOTING_STATUSES.has(status) ? text.startsWith(words) : text.includes(words);
}
