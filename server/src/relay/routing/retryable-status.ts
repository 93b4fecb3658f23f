/** Whether an upstream's status is worth another channel: option AutomaticRetryStatusCodes, e.g. `429,500-503`. */
export type RetryableStatus = (status: number) => boolean;

/** Compiles the option's text; parts that are not numbers or ranges are ignored. */
export function compileRetryableStatus(text: string): RetryableStatus {
  const ranges: [number, number][] = [];
  for (const part of text.split(",")) {
    const match = /^\s*(\d{3})\s*(?:-\s*(\d{3})\s*)?$/.exec(part);
    if (match) ranges.push([Number(match[1]), Number(match[2] ?? match[1])]);
  }
  return (status) => ranges.some(([from, to]) => status >= from && status <= to);
}
