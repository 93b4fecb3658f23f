import {
  flagField,
  neededText,
  objectsField,
  plainField,
  textField,
  unreadFields,
  wordField,
  failField,
  objectField,
} from "../chat/body-fields.ts";
import type { BodyObject } from "../chat/body-fields.ts";
import type { ChatRequest } from "../chat/chat-request.ts";
import type { ChatTool, ChatToolChoice } from "../chat/chat-tool.ts";
import { readFunctionTool } from "../chat/function-tool.ts";
import { objectsIn, textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";
import { DIALECT } from "./openai-responses-dialect.ts";

/** The tools of a request and the choice among them. Throws FormatError. */
export function decodeTools(
  body: BodyObject,
): Pick<ChatRequest, "tools" | "toolChoice" | "parallelToolCalls"> {
  const tools = (objectsField(body, "tools") ?? []).map(decodeTool);
  const toolChoice = decodeChoice(body, tools);
  const parallelToolCalls = flagField(body, "parallel_tool_calls");
  return {
    ...(tools.length > 0 && { tools }),
    ...(toolChoice && { toolChoice }),
    ...(parallelToolCalls !== undefined && { parallelToolCalls }),
  };
}

function decodeTool(tool: BodyObject): ChatTool {
  const type = neededText(tool, "type");
  if (type !== "function" && type !== "custom")
    return { type: "vendor", dialect: DIALECT, name: vendorToolName(type), raw: tool.fields };
  if (type === "function") return readFunctionTool(tool, plainField(tool, "parameters"), DIALECT);
  const name = neededText(tool, "name");
  const description = textField(tool, "description");
  const format = plainField(tool, "format");
  const extensions = unreadFields(tool, DIALECT);
  return {
    type,
    name,
    ...(description !== undefined && { description }),
    ...(format && { format }),
    ...(extensions && { extensions }),
  };
}

/** The shared name of a tool that OpenAI runs or defines; dated and preview versions are the same tool. */
function vendorToolName(type: string): string {
  if (type.startsWith("web_search")) return "web_search";
  if (type.startsWith("computer")) return "computer";
  return type === "code_interpreter" ? "code_execution" : type;
}

/** Choices that name what has no name in the shared form (a server of MCP tools) stay among the unknown fields. */
function decodeChoice(body: BodyObject, tools: readonly ChatTool[]): ChatToolChoice | undefined {
  const value = body.fields["tool_choice"] ?? undefined;
  if (value === undefined || typeof value === "string") {
    const mode = wordField(body, "tool_choice", ["auto", "none", "required"]);
    return mode && { mode };
  }
  const choice = objectField(body, "tool_choice") ?? failField(body, "tool_choice", "it must be an object");
  const type = neededText(choice, "type");
  if (type !== "allowed_tools") {
    if (type === "function" || type === "custom") neededText(choice, "name");
    const name = referredName(choice.fields, tools);
    return name === undefined ? keepChoice(body) : { mode: "required", only: [name] };
  }
  const mode = wordField(choice, "mode", ["auto", "required"]) ?? "auto";
  objectsField(choice, "tools");
  const only: string[] = [];
  for (const reference of objectsIn(choice.fields["tools"])) {
    const name = referredName(reference, tools);
    if (name === undefined) return keepChoice(body);
    only.push(name);
  }
  return { mode, only };
}

function keepChoice(body: BodyObject): undefined {
  body.children.delete("tool_choice");
  body.read.delete("tool_choice");
}

/** The name of the tool that a choice refers to; undefined when it cannot be told. */
function referredName(reference: Fields, tools: readonly ChatTool[]): string | undefined {
  const type = textOf(reference["type"]);
  if (type === "function" || type === "custom") return textOf(reference["name"]) || undefined;
  const named = tools.find((tool) => tool.type === "vendor" && tool.raw["type"] === type);
  return type === "mcp" ? undefined : named?.name;
}
