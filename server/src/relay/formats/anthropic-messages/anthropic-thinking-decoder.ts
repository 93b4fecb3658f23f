import { countField, neededText, objectField, wordField } from "../chat/body-fields.ts";
import type { BodyObject } from "../chat/body-fields.ts";
import { REASONING_EFFORTS } from "../chat/chat-request.ts";
import type { ReasoningEffort, ReasoningWish } from "../chat/chat-request.ts";
import { fieldsOf } from "../reported-usage.ts";

const MODES: ReadonlyMap<unknown, NonNullable<ReasoningWish["mode"]>> = new Map([
  ["enabled", "on"],
  ["disabled", "off"],
  ["adaptive", "adaptive"],
]);

/**
 * The wish in `thinking`, joined with the `effort` of `output_config`. Kinds of thinking that have no word in the shared
 * form (`between_tools`) stay unread and are kept. Throws FormatError.
 */
export function decodeThinking(
  body: BodyObject,
  effort: ReasoningEffort | undefined,
): { readonly reasoning?: ReasoningWish } {
  const wish = { ...decodeMode(body), ...(effort !== undefined && { effort }) };
  return Object.keys(wish).length === 0 ? {} : { reasoning: wish };
}

function decodeMode(body: BodyObject): ReasoningWish {
  const type = fieldsOf(body.fields["thinking"])["type"];
  const mode = MODES.get(type);
  if (typeof type === "string" && mode === undefined) return {};
  const thinking = objectField(body, "thinking");
  if (thinking === undefined) return {};
  neededText(thinking, "type");
  const budgetTokens = countField(thinking, "budget_tokens");
  const display = wordField(thinking, "display", ["summarized", "omitted"]);
  return {
    ...(mode !== undefined && { mode }),
    ...(budgetTokens !== undefined && { budgetTokens }),
    ...(display !== undefined && { summary: display === "omitted" ? "none" : "auto" }),
  };
}

/** The `effort` of `output_config`. Throws FormatError. */
export function decodeEffort(outputConfig: BodyObject | undefined): ReasoningEffort | undefined {
  return outputConfig && wordField(outputConfig, "effort", REASONING_EFFORTS);
}
