const pad = (value: number) => String(value).padStart(2, "0");

/** Local date and time of a moment in unix seconds: "2026-11-21 08:55:03"; a dash for 0. */
export function formatDateTime(seconds: number): string {
  if (seconds <= 0) return "—";
  const date = new Date(seconds * 1000);
  return `${formatDate(date)} ${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}`;
}

/** The same without the year while it is this one: "11-21 08:55:03". */
export function formatRecent(seconds: number): string {
  const text = formatDateTime(seconds);
  return text.startsWith(`${new Date().getFullYear()}-`) ? text.slice(5) : text;
}

/** Hour and minute, with the day where it is another than today: "08:55", "11-20 08:55". */
export function formatShortly(seconds: number): string {
  const text = formatDateTime(seconds);
  return text.startsWith(formatDate(new Date())) ? text.slice(11, 16) : text.slice(5, 16);
}

/** Local day: "2026-11-21". */
export function formatDate(date: Date): string {
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

/** Unix seconds of "yyyy-MM-dd HH:mm[:ss]" in local time; undefined when it is no such date. */
export function parseDateTime(text: string): number | undefined {
  const match = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T](\d{1,2}):(\d{1,2})(?::(\d{1,2}))?)?$/.exec(text.trim());
  if (match === null) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1).map((part) => Number(part ?? 0));
  const date = new Date(year ?? 0, (month ?? 1) - 1, day, hour, minute, second);
  const isSame =
    date.getMonth() + 1 === month &&
    date.getDate() === day &&
    date.getHours() === hour &&
    date.getMinutes() === minute;
  return isSame && (second ?? 0) < 60 ? Math.floor(date.getTime() / 1000) : undefined;
}

/** A span for people: "620 ms", "3.4 s", "42 s". */
export function formatSpan(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  return `${seconds < 10 && !Number.isInteger(seconds) ? seconds.toFixed(1) : Math.round(seconds)} s`;
}

/** Milliseconds as seconds with two decimals: 2850 → "2.85s"; less than a hundredth says so. */
export function formatMilliseconds(milliseconds: number): string {
  if (milliseconds > 0 && milliseconds < 10) return "< 0.01s";
  return `${(milliseconds / 1000).toFixed(2)}s`;
}

export const nowSeconds = () => Math.floor(Date.now() / 1000);
