import { countTokens } from "../pricing/token-count/count-tokens.ts";
import { usageOf } from "../pricing/usage.ts";
import type { Usage } from "../pricing/usage.ts";
import type { ClientRequest } from "./formats/client-request.ts";
import { estimatePrompt } from "./formats/openai/openai-prompt-tokens.ts";

/** What was used when the upstream reports nothing: the estimated prompt and the counted answer. */
export function countedUsage(request: ClientRequest, upstreamModel: string, producedText: string): Usage {
  return usageOf({
    requests: 1,
    source: "counted",
    input: { uncached: estimatePrompt(request).tokens },
    output: { text: countTokens(upstreamModel, producedText).tokens },
  });
}
