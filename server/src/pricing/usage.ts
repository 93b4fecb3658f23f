/**
 * Tokens that went in. The classes never overlap: a vendor's inclusive `prompt_tokens` is split before it
 * gets here, so that every token is priced exactly once.
 */
export interface InputUsage {
  readonly uncached: number;
  readonly cacheRead: number;
  /** Cache writes that live five minutes, and those whose life the vendor does not state. */
  readonly cacheWrite5m: number;
  readonly cacheWrite1h: number;
  readonly audio: number;
  readonly image: number;
}

/** Tokens that came out; the classes never overlap. */
export interface OutputUsage {
  readonly text: number;
  readonly reasoning: number;
  readonly audio: number;
  readonly image: number;
}

/** `upstream`: the vendor reported all of it. `counted`: counted here as far as the vendor reported nothing. */
export type UsageSource = "upstream" | "counted";

/** How often server-side tools that the vendor bills by the call were used, by tool name (`web_search`). */
export type ToolCalls = Readonly<Record<string, number>>;

/** What one call consumed, in the one shape that every dialect is mapped into. */
export interface Usage {
  readonly input: InputUsage;
  readonly output: OutputUsage;
  /** Calls to bill where the price is per call. */
  readonly requests: number;
  readonly toolCalls?: ToolCalls;
  /** Seconds of media, where the price is per second; may be fractional. */
  readonly seconds?: number;
  readonly images?: number;
  readonly source: UsageSource;
}

/** The parts of a usage record that are known; what is left out counts as zero. */
export interface UsageParts extends Omit<Partial<Usage>, "input" | "output"> {
  readonly input?: Partial<InputUsage>;
  readonly output?: Partial<OutputUsage>;
}

type Writable<Shape> = { -readonly [Key in keyof Shape]: Shape[Key] };

/** A complete usage record from the parts that are known. */
export function usageOf(parts: UsageParts): Usage {
  const { input, output } = parts;
  // Written out: spreading copies piece by piece, and this is on the path of every call.
  const usage: Writable<Usage> = {
    requests: parts.requests ?? 0,
    source: parts.source ?? "upstream",
    input: {
      uncached: input?.uncached ?? 0,
      cacheRead: input?.cacheRead ?? 0,
      cacheWrite5m: input?.cacheWrite5m ?? 0,
      cacheWrite1h: input?.cacheWrite1h ?? 0,
      audio: input?.audio ?? 0,
      image: input?.image ?? 0,
    },
    output: {
      text: output?.text ?? 0,
      reasoning: output?.reasoning ?? 0,
      audio: output?.audio ?? 0,
      image: output?.image ?? 0,
    },
  };
  if (parts.toolCalls !== undefined) usage.toolCalls = parts.toolCalls;
  if (parts.seconds !== undefined) usage.seconds = parts.seconds;
  if (parts.images !== undefined) usage.images = parts.images;
  return usage;
}

/** A usage record of nothing at all. */
export function emptyUsage(source: UsageSource = "upstream"): Usage {
  return usageOf({ source });
}

/** All tokens that went in, cached ones included: the `prompt_tokens` of logs and statistics. */
export function inputTokens({ input }: Usage): number {
  return (
    input.uncached + input.cacheRead + input.cacheWrite5m + input.cacheWrite1h + input.audio + input.image
  );
}

/** All tokens that came out, reasoning included: the `completion_tokens` of logs and statistics. */
export function outputTokens({ output }: Usage): number {
  return output.text + output.reasoning + output.audio + output.image;
}

/** What two calls consumed together: a session that is charged as one, such as a realtime one. */
export function addUsage(one: Usage, other: Usage): Usage {
  const sum: Writable<Usage> = usageOf({
    requests: one.requests + other.requests,
    source: one.source === "counted" ? one.source : other.source,
    input: {
      uncached: one.input.uncached + other.input.uncached,
      cacheRead: one.input.cacheRead + other.input.cacheRead,
      cacheWrite5m: one.input.cacheWrite5m + other.input.cacheWrite5m,
      cacheWrite1h: one.input.cacheWrite1h + other.input.cacheWrite1h,
      audio: one.input.audio + other.input.audio,
      image: one.input.image + other.input.image,
    },
    output: {
      text: one.output.text + other.output.text,
      reasoning: one.output.reasoning + other.output.reasoning,
      audio: one.output.audio + other.output.audio,
      image: one.output.image + other.output.image,
    },
  });
  const seconds = addKnown(one.seconds, other.seconds);
  if (seconds !== undefined) sum.seconds = seconds;
  const images = addKnown(one.images, other.images);
  if (images !== undefined) sum.images = images;
  const toolCalls = addToolCalls(one.toolCalls, other.toolCalls);
  if (toolCalls !== undefined) sum.toolCalls = toolCalls;
  return sum;
}

/** The same usage with tool calls that were counted elsewhere. Where both name a tool, the larger count is the truth. */
export function usageWithToolCalls(usage: Usage, toolCalls: ToolCalls | undefined): Usage {
  const merged = largerToolCalls(usage.toolCalls, toolCalls);
  return merged === undefined ? usage : usageOf({ ...usage, toolCalls: merged });
}

/** Two counts of the same calls, made in different places or one after the other: the larger of each tool. */
export function largerToolCalls(
  one: ToolCalls | undefined,
  other: ToolCalls | undefined,
): ToolCalls | undefined {
  return joinToolCalls(one, other, Math.max);
}

function addToolCalls(one: ToolCalls | undefined, other: ToolCalls | undefined): ToolCalls | undefined {
  return joinToolCalls(one, other, (left, right) => left + right);
}

function joinToolCalls(
  one: ToolCalls | undefined,
  other: ToolCalls | undefined,
  join: (left: number, right: number) => number,
): ToolCalls | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const joined: Record<string, number> = { ...one };
  for (const [tool, count] of Object.entries(other)) joined[tool] = join(joined[tool] ?? 0, count);
  return joined;
}

function addKnown(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : one + other;
}
