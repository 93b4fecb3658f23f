import { isObject } from "@tollgate/contract/json-object";
import type { ChatEvent } from "../chat/chat-event.ts";
import type { DecodeContext } from "../chat/chat-format.ts";
import type { VendorPart } from "../chat/chat-part.ts";
import { derivedCallId, readToolArguments } from "../chat/tool-calls.ts";
import { fieldsOf, objectsIn, textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";
import { decodeCitation } from "./anthropic-citations.ts";
import { readHiddenThought, readSignature } from "./anthropic-thoughts.ts";
import { argumentsText, customToolText } from "./anthropic-tool-call.ts";

const DIALECT = "anthropic";
const CHOICE = 0;

/** A block of an upstream's stream, from `content_block_start` to `content_block_stop`. */
export interface StreamBlock {
  readonly isCall: boolean;
  /** What `content_block_start` says. */
  begin(): ChatEvent[];
  delta(delta: Fields): ChatEvent[];
  end(): ChatEvent[];
}

/** `number`: the block's place among all. Only calls of custom tools and parts of the vendor's own are held to their end. */
export function createStreamBlock(
  start: Fields,
  number: number,
  context: DecodeContext,
  customTools: ReadonlySet<string>,
): StreamBlock {
  switch (start["type"]) {
    case "text":
      return textBlock(start, number);
    case "thinking":
      return thinkingBlock(start, number);
    case "redacted_thinking":
      return hiddenBlock(start, number);
    case "tool_use":
      return callBlock(start, number, context, customTools.has(textOf(start["name"])));
    default:
      return vendorBlock(start, number);
  }
}

function textBlock(start: Fields, block: number): StreamBlock {
  const at = { choice: CHOICE, block };
  return {
    isCall: false,
    begin: () => [
      { type: "text-delta", ...at, text: textOf(start["text"]) },
      ...objectsIn(start["citations"]).map((citation): ChatEvent => cited(citation)),
    ],
    delta(delta) {
      if (delta["type"] === "text_delta") return [{ type: "text-delta", ...at, text: textOf(delta["text"]) }];
      return delta["type"] === "citations_delta" && isObject(delta["citation"])
        ? [cited(delta["citation"])]
        : [];
    },
    end: () => [],
  };

  function cited(citation: Fields): ChatEvent {
    return { type: "annotation", ...at, annotation: decodeCitation(citation) };
  }
}

function thinkingBlock(start: Fields, block: number): StreamBlock {
  const at = { choice: CHOICE, block };
  const sealed = (text: string): ChatEvent[] => {
    const { signature, encrypted } = readSignature(text);
    if (signature) return [{ type: "signature", ...at, signature }];
    return encrypted ? [{ type: "encrypted", ...at, encrypted }] : [];
  };
  return {
    isCall: false,
    begin: () => [
      { type: "reasoning-delta", ...at, text: textOf(start["thinking"]) },
      ...sealed(textOf(start["signature"])),
    ],
    delta(delta) {
      if (delta["type"] === "thinking_delta")
        return [{ type: "reasoning-delta", ...at, text: textOf(delta["thinking"]) }];
      return delta["type"] === "signature_delta" ? sealed(textOf(delta["signature"])) : [];
    },
    end: () => [],
  };
}

function hiddenBlock(start: Fields, block: number): StreamBlock {
  const { encrypted } = readHiddenThought(start);
  return {
    isCall: false,
    begin: () => (encrypted ? [{ type: "encrypted", choice: CHOICE, block, encrypted }] : []),
    delta: () => [],
    end: () => [],
  };
}

function callBlock(
  start: Fields,
  block: number,
  { requestId }: DecodeContext,
  isCustom: boolean,
): StreamBlock {
  const at = { choice: CHOICE, block };
  // Of other tools only whether anything came.
  let held = "";
  const id = textOf(start["id"]) || derivedCallId(requestId, block);
  const name = textOf(start["name"]);
  return {
    isCall: true,
    begin: () => [{ type: "tool-call-start", ...at, id, name, ...(isCustom && { isCustom }) }],
    delta(delta) {
      const text = delta["type"] === "input_json_delta" ? textOf(delta["partial_json"]) : "";
      if (text === "") return [];
      held = isCustom ? held + text : text;
      return isCustom ? [] : [{ type: "tool-call-delta", ...at, arguments: text }];
    },
    end() {
      if (held !== "" && !isCustom) return [];
      const whole = held === "" ? argumentsText(start["input"]) : held;
      return [{ type: "tool-call-delta", ...at, arguments: isCustom ? customToolText(whole) : whole }];
    },
  };
}

/** Kinds that only the vendor has; what their deltas say is joined to what the block began with. */
function vendorBlock(start: Fields, block: number): StreamBlock {
  let raw = start;
  let input = "";
  return {
    isCall: false,
    begin: () => [],
    delta({ type, ...fields }) {
      if (type === "input_json_delta") input += textOf(fields["partial_json"]);
      else raw = { ...raw, ...fields };
      return [];
    },
    end() {
      const whole = input === "" ? raw : { ...raw, input: fieldsOf(readToolArguments(input)) };
      const part: VendorPart = { type: "vendor", dialect: DIALECT, raw: whole };
      return [{ type: "part", choice: CHOICE, block, part }];
    },
  };
}
