import type { Claim } from "../../src/relay/limits/limit-window.ts";

/** A claim to one request of a user's minute, with what a test says about it. */
export function sampleClaim(parts: Partial<Claim> = {}): Claim {
  return {
    key: "user:1:rpm",
    scope: "user",
    metric: "requests",
    limit: 3,
    cost: 1,
    windowMs: 60_000,
    isSliding: true,
    ...parts,
  };
}
