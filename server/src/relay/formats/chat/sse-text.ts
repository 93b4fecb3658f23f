/** A server-sent event for the wire, separator included. `data` that is not text is written as JSON. */
export function sseText(data: object | string, event?: string): string {
  const text = typeof data === "string" ? data : JSON.stringify(data);
  return event === undefined ? `data: ${text}\n\n` : `event: ${event}\ndata: ${text}\n\n`;
}
