import { isObject } from "@tollgate/contract/json-object";
import { keptFields, withKeptFields } from "../chat/body-fields.ts";
import type { LossList } from "../chat/chat-loss.ts";
import type { ToolCallPart } from "../chat/chat-part.ts";
import { textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";
import { DIALECT } from "./openai-responses-dialect.ts";
import { readSignature, signatureFields } from "./openai-responses-signature.ts";

/** `id` and `status` are the vendor's bookkeeping: results refer to `call_id`. */
const KNOWN = new Set(["type", "id", "status", "call_id", "name", "arguments", "input", "extra_content"]);

/** The items that are calls of the client's tools. */
export function isCallItem(type: unknown): boolean {
  return type === "function_call" || type === "custom_tool_call";
}

/** A call, however much of it is there. Vendors that give no `call_id` mean the item's own. */
export function readCall(raw: Fields, fallbackId: () => string): ToolCallPart {
  const isCustom = raw["type"] === "custom_tool_call";
  const signature = readSignature(raw);
  const extensions = keptFields(raw, KNOWN, DIALECT);
  return {
    type: "tool-call",
    id: textOf(raw["call_id"]) || textOf(raw["id"]) || fallbackId(),
    name: textOf(raw["name"]),
    arguments: callText(raw),
    ...(isCustom && { isCustom }),
    ...(signature && { signature }),
    ...(extensions && { extensions }),
  };
}

/** What the model wrote for the tool. Some vendors write arguments as an object instead of its text. */
export function callText(raw: Fields): string {
  const value = raw["type"] === "custom_tool_call" ? raw["input"] : raw["arguments"];
  if (typeof value === "string") return value;
  return isObject(value) || Array.isArray(value) ? JSON.stringify(value) : "";
}

const WRITTEN = new Set(["type", "id", "name", "arguments", "isCustom", "signature", "extensions"]);

/** A call as an item; `itemFields` are what answers say beside it. */
export function writeCall(
  part: ToolCallPart,
  path: string,
  losses: LossList,
  keepsSignatures: boolean,
  itemFields: Fields,
): Fields {
  losses.unwritten(path, part, WRITTEN, DIALECT);
  return withKeptFields(
    {
      ...callBody(part),
      ...itemFields,
      ...signatureFields(part.signature, path, losses, keepsSignatures),
    },
    losses.extensions(path, part.extensions, DIALECT),
  );
}

/** What the ids of such items begin with. */
export function callPrefix({ isCustom }: Pick<ToolCallPart, "isCustom">): string {
  return isCustom ? "ctc" : "fc";
}

/** The item without what only answers say. */
export function callBody({ id, name, isCustom, arguments: text }: Omit<ToolCallPart, "type">): Fields {
  return isCustom
    ? { type: "custom_tool_call", call_id: id, name, input: text }
    : { type: "function_call", call_id: id, name, arguments: text };
}
