import { withMembers, withoutMembers } from "../../lib/json-members.ts";
import type { OutgoingRequest } from "./provider.ts";

const decoder = new TextDecoder();

export interface CloudBodyWishes {
  /** The cloud's own word for the version of the dialect. */
  readonly version: string;
  /** What the address says already. */
  readonly without: readonly string[];
  /** Betas are named in the body, not in a header. */
  readonly betasInBody: boolean;
}

/**
 * A request of Anthropic's dialect as the clouds take it: the model is in the address and the version in the body. All other
 * bytes stay as the client wrote them.
 */
export function cloudAnthropicRequest(
  { url, headers, body }: OutgoingRequest,
  { version, without, betasInBody }: CloudBodyWishes,
): OutgoingRequest {
  const { "anthropic-version": _, "anthropic-beta": betas, ...others } = headers;
  const text = typeof body === "string" ? body : decoder.decode(body);
  const names = (betas ?? "").split(",").flatMap((name) => name.trim() || []);
  const values = {
    anthropic_version: JSON.stringify(version),
    ...(betasInBody && names.length > 0 && { anthropic_beta: JSON.stringify(names) }),
  };
  return {
    url,
    headers: betas === undefined || betasInBody ? others : { ...others, "anthropic-beta": betas },
    body: withMembers(withoutMembers(text, without), values),
  };
}
