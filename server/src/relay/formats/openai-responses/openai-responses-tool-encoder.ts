import { withKeptFields } from "../chat/body-fields.ts";
import type { LossList } from "../chat/chat-loss.ts";
import type { ChatRequest } from "../chat/chat-request.ts";
import type { ChatTool, ChatToolChoice, CustomTool, FunctionTool, VendorTool } from "../chat/chat-tool.ts";
import { textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";
import { namedValue } from "../chat/named-value.ts";
import { DIALECT } from "./openai-responses-dialect.ts";

const WRITTEN: Readonly<Record<ChatTool["type"], ReadonlySet<string>>> = {
  function: new Set(["type", "name", "description", "parameters", "isStrict", "extensions"]),
  custom: new Set(["type", "name", "description", "format", "extensions"]),
  vendor: new Set(["type", "dialect", "name", "raw"]),
};

/** OpenAI's own tools where another vendor's is asked for; those that need settings cannot be offered. */
const OWN: Readonly<Record<string, Fields>> = {
  web_search: { type: "web_search" },
  code_execution: { type: "code_interpreter", container: { type: "auto" } },
  image_generation: { type: "image_generation" },
};

/** The fields of a request that are about tools. */
export function encodeTools(request: ChatRequest, losses: LossList): Fields {
  const { parallelToolCalls, toolChoice } = request;
  const tools = (request.tools ?? []).flatMap((tool, index) => {
    const encoded = encodeTool(tool, `tools[${index}]`, losses);
    return encoded ? [encoded] : [];
  });
  return {
    ...(tools.length > 0 && { tools }),
    ...(toolChoice && { tool_choice: encodeChoice(toolChoice, request, losses) }),
    ...(parallelToolCalls !== undefined && { parallel_tool_calls: parallelToolCalls }),
  };
}

function encodeTool(tool: ChatTool, path: string, losses: LossList): Fields | undefined {
  losses.unwritten(path, tool, WRITTEN[tool.type], DIALECT);
  if (tool.type === "vendor") return encodeVendorTool(tool, path, losses);
  const kept = losses.extensions(path, tool.extensions, DIALECT);
  return withKeptFields(
    tool.type === "custom" ? encodeCustom(tool) : encodeFunction(tool, path, losses),
    kept,
  );
}

function encodeVendorTool(tool: VendorTool, path: string, losses: LossList): Fields | undefined {
  if (tool.dialect === DIALECT) return tool.raw;
  const own = namedValue(OWN, tool.name);
  if (own === undefined) losses.leftOut(path, `only ${tool.dialect} has this tool`);
  else losses.changed(path, `OpenAI's own ${textOf(own["type"])} is offered`);
  return own;
}

/** This dialect takes a schema for strict when nothing is said, and strict schemas are a smaller language. */
function encodeFunction(tool: FunctionTool, path: string, losses: LossList): Fields {
  const { name, description, parameters, isStrict } = tool;
  if (isStrict === undefined)
    losses.added(`${path}.isStrict`, "functions are strict here unless they say no");
  return {
    type: "function",
    name,
    ...(description !== undefined && { description }),
    ...(parameters && { parameters }),
    strict: isStrict ?? false,
  };
}

function encodeCustom({ type, name, description, format }: CustomTool): Fields {
  return { type, name, ...(description !== undefined && { description }), ...(format && { format }) };
}

const CHOICE_WRITTEN = new Set(["mode", "only"]);

function encodeChoice(choice: ChatToolChoice, request: ChatRequest, losses: LossList): unknown {
  const { mode, only } = choice;
  losses.unwritten("toolChoice", choice, CHOICE_WRITTEN, DIALECT);
  if (only === undefined) return mode;
  if (mode === "none") {
    losses.leftOut("toolChoice.only", "no tool is to be called");
    return mode;
  }
  const [name] = only;
  if (mode === "required" && only.length === 1 && name !== undefined) return reference(name, request);
  return { type: "allowed_tools", mode, tools: only.map((allowed) => reference(allowed, request)) };
}

function reference(name: string, { tools = [] }: ChatRequest): Fields {
  const tool = tools.find((known) => known.name === name);
  if (tool?.type !== "vendor") return { type: tool?.type ?? "function", name };
  const raw = tool.dialect === DIALECT ? tool.raw : namedValue(OWN, name);
  return { type: textOf(raw?.["type"]) || name };
}
