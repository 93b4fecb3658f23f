/** The middle value; of an even number of values, the mean of the two in the middle. */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** `{ median, min, max, runs }`; undefined when there is no value. */
export function summary(values) {
  if (values.length === 0) return undefined;
  return { median: median(values), min: Math.min(...values), max: Math.max(...values), runs: values.length };
}

/** Sorts the values in place; answers the percentiles that a report shows, in the unit of the values. */
export function percentiles(values) {
  const sorted = values.sort((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return {
    count: sorted.length,
    p50: at(0.5),
    p90: at(0.9),
    p99: at(0.99),
    p999: at(0.999),
    max: sorted.at(-1) ?? 0,
  };
}
