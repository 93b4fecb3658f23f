import {
  anyField,
  failField,
  flagField,
  neededText,
  objectField,
  objectsField,
  plainField,
  textField,
  unreadFields,
  wordField,
} from "../chat/body-fields.ts";
import type { BodyObject } from "../chat/body-fields.ts";
import type { ChatRequest } from "../chat/chat-request.ts";
import type { ChatTool, ChatToolChoice } from "../chat/chat-tool.ts";
import { readFunctionTool } from "../chat/function-tool.ts";
import { fieldsOf, textOf } from "../reported-usage.ts";

const DIALECT = "openai-chat";

/** The tools of a request, the choice among them, and whether it spells them in the oldest way. Throws FormatError. */
export function decodeTools(
  body: BodyObject,
): Pick<ChatRequest, "tools" | "toolChoice" | "parallelToolCalls" | "legacyFunctions"> {
  const tools = (objectsField(body, "tools") ?? []).map(decodeTool);
  const functions = objectsField(body, "functions") ?? [];
  const search = plainField(body, "web_search_options");
  if (search)
    tools.push({ type: "vendor", dialect: DIALECT, name: "web_search", raw: { web_search_options: search } });
  const all = [...functions.map((tool) => decodeFunction(tool, tool)), ...tools];
  const toolChoice = decodeChoice(body) ?? decodeLegacyChoice(body);
  const parallelToolCalls = flagField(body, "parallel_tool_calls");
  return {
    ...(all.length > 0 && { tools: all }),
    ...(toolChoice && { toolChoice }),
    ...(parallelToolCalls !== undefined && { parallelToolCalls }),
    ...(functions.length > 0 && { legacyFunctions: true }),
  };
}

/** Kinds of tools that only some vendor has (`web_search`, `builtin_function`) are kept as they are. */
function decodeTool(tool: BodyObject): ChatTool {
  const type = textField(tool, "type") ?? "function";
  if (type === "function")
    return decodeFunction(
      tool,
      objectField(tool, "function") ?? failField(tool, "function", "it is required"),
    );
  if (type !== "custom") return { type: "vendor", dialect: DIALECT, name: type, raw: tool.fields };
  const custom = objectField(tool, "custom") ?? failField(tool, "custom", "it is required");
  const name = neededText(custom, "name");
  const description = textField(custom, "description");
  const format = plainField(custom, "format");
  const extensions = unreadFields(tool, DIALECT);
  return {
    type,
    name,
    ...(description !== undefined && { description }),
    ...(format && { format }),
    ...(extensions && { extensions }),
  };
}

function decodeFunction(tool: BodyObject, inner: BodyObject): ChatTool {
  return readFunctionTool(inner, plainField(inner, "parameters"), DIALECT, tool);
}

function decodeChoice(body: BodyObject): ChatToolChoice | undefined {
  const value = anyField(body, "tool_choice");
  if (value === undefined) return undefined;
  if (typeof value === "string") {
    // Mistral's word for `required` is `any`.
    const mode = value === "any" ? "required" : wordField(body, "tool_choice", ["auto", "none", "required"]);
    return mode && { mode };
  }
  const choice = objectField(body, "tool_choice") ?? failField(body, "tool_choice", "it must be an object");
  const type = textField(choice, "type") ?? "function";
  if (type === "allowed_tools") {
    const allowed =
      objectField(choice, "allowed_tools") ?? failField(choice, "allowed_tools", "it is required");
    const mode = wordField(allowed, "mode", ["auto", "required"]) ?? "auto";
    return { mode, only: (objectsField(allowed, "tools") ?? []).map(({ fields }) => nameIn(fields)) };
  }
  if (type !== "function" && type !== "custom") return failField(choice, "type", "it is not known");
  const named = objectField(choice, type) ?? failField(choice, type, "it is required");
  return { mode: "required", only: [neededText(named, "name")] };
}

function nameIn(tool: Readonly<Record<string, unknown>>): string {
  return textOf(fieldsOf(tool[textOf(tool["type"])])["name"]) || textOf(tool["name"]) || textOf(tool["type"]);
}

function decodeLegacyChoice(body: BodyObject): ChatToolChoice | undefined {
  const value = anyField(body, "function_call");
  if (value === undefined) return undefined;
  if (typeof value === "string") {
    const mode = wordField(body, "function_call", ["auto", "none"]);
    return mode && { mode };
  }
  const named =
    objectField(body, "function_call") ?? failField(body, "function_call", "it must be an object");
  return { mode: "required", only: [neededText(named, "name")] };
}
