import type { UpstreamDialect } from "./chat/chat-dialect.ts";
import { fieldsOf } from "./reported-usage.ts";
import type { Fields } from "./reported-usage.ts";

/** What a client may wish for that the vendor asks another price for: a channel's setting allows it. */
export type DearWish = "service_tier" | "speed" | "inference_geo";

/** A wish in a request's body: the member that says it. */
export interface SaidWish {
  readonly wish: DearWish;
  readonly member: string;
}

interface WishMember extends SaidWish {
  /** Where the member is an object: what in it says the word. */
  readonly inner?: string;
}

const SERVICE_TIER: readonly WishMember[] = [{ wish: "service_tier", member: "service_tier" }];

/**
 * Sources: https://platform.openai.com/docs/guides/priority-processing, …/flex-processing,
 * https://platform.claude.com/docs/en/build-with-claude/fast-mode, …/data-residency,
 * https://ai.google.dev/gemini-api/docs/priority-inference, https://docs.aws.amazon.com/bedrock/latest/userguide/service-tiers-inference.html
 */
const MEMBERS: Partial<Record<UpstreamDialect, readonly WishMember[]>> = {
  "openai-chat": SERVICE_TIER,
  "openai-responses": SERVICE_TIER,
  anthropic: [
    { wish: "speed", member: "speed" },
    { wish: "inference_geo", member: "inference_geo" },
  ],
  gemini: [{ wish: "service_tier", member: "serviceTier" }, ...SERVICE_TIER],
  "bedrock-converse": [
    { wish: "service_tier", member: "serviceTier", inner: "type" },
    { wish: "speed", member: "performanceConfig", inner: "latency" },
  ],
};

/** Words for what everybody gets who wishes for nothing. */
const USUAL: ReadonlySet<string> = new Set([
  "",
  "auto",
  "default",
  "standard",
  "standard_only",
  "on_demand",
  "unspecified",
  "global",
]);

/** The wishes in a body of a dialect's that change what its vendor bills. */
export function dearWishesIn(dialect: UpstreamDialect, body: Fields): readonly SaidWish[] {
  const members = MEMBERS[dialect];
  if (members === undefined) return NONE;
  let said: SaidWish[] | undefined;
  for (const { wish, member, inner } of members) {
    const value = inner === undefined ? body[member] : fieldsOf(body[member])[inner];
    if (value === undefined || value === null || isUsual(value)) continue;
    (said ??= []).push({ wish, member });
  }
  return said ?? NONE;
}

const NONE: readonly SaidWish[] = [];

/** Google's enumerations come in capitals, and with their type before them. */
function isUsual(value: unknown): boolean {
  return typeof value === "string" && USUAL.has(value.toLowerCase().replace(/^service_tier_/, ""));
}
