import { usageWithToolCalls } from "../../pricing/usage.ts";
import type { ToolCalls, Usage } from "../../pricing/usage.ts";
import type { UsageListener } from "../formats/openai/openai-stream-meter.ts";
import { fieldsOf } from "../formats/reported-usage.ts";
import type { UsageDialect } from "../formats/usage-dialect.ts";
import { USAGE_READERS } from "./usage-readers.ts";
import type { UsageReader } from "./usage-readers.ts";

/**
 * A vendor's usage object as one usage record, every token in exactly one class. Undefined when it is no usage object
 * or its totals cannot be read: then the use is counted here. Throws nothing, whatever it is given.
 */
export function readUsage(dialect: UsageDialect, raw: unknown): Usage | undefined {
  return readerOf(dialect).read(raw);
}

/** The vendor's own usage object in a whole answer or in one event of a stream; undefined when it holds none. */
export function findRawUsage(dialect: UsageDialect, message: unknown): unknown {
  return readerOf(dialect).find(fieldsOf(message)) ?? undefined;
}

/** What a stream has reported so far and what it reports now, as one usage object of the vendor's. */
export function mergeRawUsage(dialect: UsageDialect, earlier: unknown, later: unknown): unknown {
  return readerOf(dialect).merge(earlier, later);
}

/** The calls of billed tools that a whole answer or an event shows outside of its usage object. */
export function findToolCalls(dialect: UsageDialect, message: unknown): ToolCalls | undefined {
  return readerOf(dialect).toolCalls?.(fieldsOf(message));
}

/** The usage of a whole answer, its billed tools included. */
export function readAnswerUsage(dialect: UsageDialect, answer: unknown): Usage | undefined {
  const usage = readUsage(dialect, findRawUsage(dialect, answer));
  return usage && usageWithToolCalls(usage, findToolCalls(dialect, answer));
}

/** How a stream of this dialect tells its usage, for its meter. */
export function listenTo(dialect: UsageDialect): UsageListener {
  return {
    find: (event) => findRawUsage(dialect, event),
    merge: (earlier, later) => mergeRawUsage(dialect, earlier, later),
    read: (raw) => readUsage(dialect, raw),
    toolCalls: (event) => findToolCalls(dialect, event),
  };
}

/** What the vendor itself says that the call costs the operator, in dollars; undefined for those who do not say. */
export function readVendorCostUsd(dialect: UsageDialect, raw: unknown): number | undefined {
  return readerOf(dialect).costUsd?.(raw);
}

function readerOf(dialect: UsageDialect): UsageReader {
  return USAGE_READERS[dialect];
}
