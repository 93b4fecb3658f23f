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

/** `upstream`: the vendor reported it. `counted`: counted here because the vendor reported nothing. */
export type UsageSource = "upstream" | "counted";

/** What one call consumed, in the one shape that every dialect is mapped into. */
export interface Usage {
  readonly input: InputUsage;
  readonly output: OutputUsage;
  /** Calls to bill where the price is per call. */
  readonly requests: number;
  /** Server-side tools the vendor bills by the call, by tool name (`web_search`). */
  readonly toolCalls?: Readonly<Record<string, number>>;
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

/** A complete usage record from the parts that are known. */
export function usageOf(parts: UsageParts): Usage {
  const { input, output } = parts;
  // Written out: spreading copies piece by piece, and this is on the path of every call.
  return {
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
    ...(parts.toolCalls && { toolCalls: parts.toolCalls }),
    ...(parts.seconds !== undefined && { seconds: parts.seconds }),
    ...(parts.images !== undefined && { images: parts.images }),
  };
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
