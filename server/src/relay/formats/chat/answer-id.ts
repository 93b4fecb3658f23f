const PREFIXES = /^(chatcmpl-|msg_|resp_)/;

/** An answer's id as clients of a dialect know them: `chatcmpl-…`, `msg_…`. What has the prefix already stays as it is. */
export function answerId(prefix: string, id: string): string {
  return id.startsWith(prefix) ? id : prefix + id.replace(PREFIXES, "");
}
