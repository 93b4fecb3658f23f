import type { ToolCallStartEvent } from "../chat/chat-event.ts";
import type { LossList } from "../chat/chat-loss.ts";
import type { Seal } from "../chat/chat-seal.ts";
import { callBody, callPrefix } from "./openai-responses-calls.ts";
import type { EventWriter } from "./openai-responses-event-writer.ts";
import { signatureFields } from "./openai-responses-signature.ts";

/** A call that is being streamed. Several may be open at once. */
export interface OpenCall {
  piece(text: string): string;
  sign(signature: Seal): void;
  end(status: string): string;
}

/** The item's first event is the second value. */
export function openCall(
  writer: EventWriter,
  losses: LossList,
  event: ToolCallStartEvent,
): readonly [OpenCall, string] {
  const { id, name, isCustom, block } = event;
  const place = writer.nextItem(callPrefix(event));
  const at = { item_id: place.id, output_index: place.index };
  const family = isCustom ? "response.custom_tool_call_input" : "response.function_call_arguments";
  let written = "";
  let signature: Seal | undefined;
  const body = (text: string) => callBody({ id, name, arguments: text, ...(isCustom && { isCustom }) });
  const call: OpenCall = {
    piece(text) {
      if (text === "") return "";
      written += text;
      return writer.event(`${family}.delta`, { ...at, delta: text });
    },
    sign(given) {
      signature = given;
    },
    end(status) {
      const whole = isCustom ? { input: written } : { name, arguments: written };
      const item = {
        ...body(written),
        id: place.id,
        status,
        ...signatureFields(signature, `choices[0].parts[${block}]`, losses, true),
      };
      return writer.event(`${family}.done`, { ...at, ...whole }) + writer.done(place, item);
    },
  };
  return [call, writer.added(place, { ...body(""), id: place.id, status: "in_progress" })];
}
