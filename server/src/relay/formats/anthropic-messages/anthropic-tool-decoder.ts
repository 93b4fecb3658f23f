import {
  failField,
  flagField,
  neededText,
  objectField,
  objectsField,
  plainField,
  textField,
} from "../chat/body-fields.ts";
import type { BodyObject } from "../chat/body-fields.ts";
import type { ChatRequest } from "../chat/chat-request.ts";
import type { ChatTool, ChatToolChoice, FunctionTool } from "../chat/chat-tool.ts";
import { readFunctionTool } from "../chat/function-tool.ts";
import { textOf } from "../reported-usage.ts";
import { decodeCacheControl } from "./anthropic-cache.ts";

const DIALECT = "anthropic";

/** The tools of a request and the choice among them. Throws FormatError. */
export function decodeTools(
  body: BodyObject,
): Pick<ChatRequest, "tools" | "toolChoice" | "parallelToolCalls"> {
  const tools = (objectsField(body, "tools") ?? []).map(decodeTool);
  return { ...(tools.length > 0 && { tools }), ...decodeChoice(body) };
}

/** The vendor's tools are dated: `web_search_20250305`. */
const FAMILIES: readonly (readonly [prefix: string, name: string])[] = [
  ["web_search_", "web_search"],
  ["web_fetch_", "web_fetch"],
  ["code_execution_", "code_execution"],
  ["computer_", "computer"],
];

function decodeTool(tool: BodyObject): ChatTool {
  const type = textField(tool, "type") ?? "custom";
  if (type === "custom") return decodeFunction(tool);
  const family = FAMILIES.find(([prefix]) => type.startsWith(prefix));
  const name = family?.[1] ?? (textOf(tool.fields["name"]) || type);
  return { type: "vendor", dialect: DIALECT, name, raw: tool.fields };
}

function decodeFunction(tool: BodyObject): FunctionTool {
  const parameters = plainField(tool, "input_schema") ?? failField(tool, "input_schema", "it is required");
  const cache = decodeCacheControl(tool);
  return { ...readFunctionTool(tool, parameters, DIALECT), ...cache };
}

const MODES: ReadonlyMap<string, ChatToolChoice["mode"]> = new Map([
  ["auto", "auto"],
  ["any", "required"],
  ["tool", "required"],
  ["none", "none"],
]);

function decodeChoice(body: BodyObject): Pick<ChatRequest, "toolChoice" | "parallelToolCalls"> {
  const choice = objectField(body, "tool_choice");
  if (choice === undefined) return {};
  const type = neededText(choice, "type");
  const mode =
    MODES.get(type) ?? failField(choice, "type", `it must be one of ${[...MODES.keys()].join(", ")}`);
  const isSingle = flagField(choice, "disable_parallel_tool_use");
  return {
    toolChoice: { mode, ...(type === "tool" && { only: [neededText(choice, "name")] }) },
    ...(isSingle !== undefined && { parallelToolCalls: !isSingle }),
  };
}
