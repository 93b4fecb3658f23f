import { withKeptFields } from "../chat/body-fields.ts";
import type { LossList } from "../chat/chat-loss.ts";
import type { ChatRequest } from "../chat/chat-request.ts";
import type { ChatTool, ChatToolChoice } from "../chat/chat-tool.ts";
import type { Fields } from "../reported-usage.ts";

const DIALECT = "openai-chat";
const WRITTEN: Readonly<Record<ChatTool["type"], ReadonlySet<string>>> = {
  function: new Set(["type", "name", "description", "parameters", "isStrict", "extensions"]),
  custom: new Set(["type", "name", "description", "format", "extensions"]),
  vendor: new Set(["type", "dialect", "name", "raw"]),
};

/** The fields of a request that are about tools. */
export function encodeTools(request: ChatRequest, losses: LossList): Fields {
  const tools: Fields[] = [];
  const functions: Fields[] = [];
  let search: Fields = {};
  for (const [index, tool] of (request.tools ?? []).entries()) {
    const path = `tools[${index}]`;
    losses.unwritten(path, tool, WRITTEN[tool.type], DIALECT);
    if (tool.type === "vendor") {
      if (tool.dialect !== DIALECT) losses.leftOut(path, `only ${tool.dialect} has this tool`);
      else if ("web_search_options" in tool.raw) search = tool.raw;
      else tools.push(tool.raw);
      continue;
    }
    const kept = losses.extensions(path, tool.extensions, DIALECT);
    if (tool.type === "function" && request.legacyFunctions)
      functions.push(withKeptFields(encodeInner(tool), kept));
    else tools.push(withKeptFields({ type: tool.type, [tool.type]: encodeInner(tool) }, kept));
  }
  return {
    ...(functions.length > 0 && { functions }),
    ...(tools.length > 0 && { tools }),
    ...search,
    ...encodeUse(request, tools.length + functions.length > 0, losses),
  };
}

/** OpenAI refuses a choice among no tools. */
function encodeUse(request: ChatRequest, hasTools: boolean, losses: LossList): Fields {
  const { parallelToolCalls, toolChoice } = request;
  if (!hasTools) {
    if (toolChoice) losses.leftOut("toolChoice", "there are no tools to choose from");
    if (parallelToolCalls !== undefined) losses.leftOut("parallelToolCalls", "there are no tools to call");
    return {};
  }
  return {
    ...(toolChoice && encodeChoice(toolChoice, request, losses)),
    ...(parallelToolCalls !== undefined && { parallel_tool_calls: parallelToolCalls }),
  };
}

function encodeInner(tool: Exclude<ChatTool, { type: "vendor" }>): Fields {
  const { name, description } = tool;
  const shared = { name, ...(description !== undefined && { description }) };
  if (tool.type === "custom") return { ...shared, ...(tool.format && { format: tool.format }) };
  return {
    ...shared,
    ...(tool.parameters && { parameters: tool.parameters }),
    ...(tool.isStrict !== undefined && { strict: tool.isStrict }),
  };
}

const CHOICE_WRITTEN = new Set(["mode", "only"]);

function encodeChoice(choice: ChatToolChoice, request: ChatRequest, losses: LossList): Fields {
  losses.unwritten("toolChoice", choice, CHOICE_WRITTEN, DIALECT);
  const { mode, only } = choice;
  const [name] = only ?? [];
  if (request.legacyFunctions) {
    if (mode === "required" && name !== undefined && only?.length === 1) return { function_call: { name } };
    if (mode === "required") losses.changed("toolChoice.mode", "the model decides");
    if (only !== undefined) losses.leftOut("toolChoice.only", "functions cannot be allowed one by one");
    return { function_call: mode === "none" ? mode : "auto" };
  }
  if (only === undefined || name === undefined) return { tool_choice: mode };
  if (mode === "required" && only.length === 1) return { tool_choice: reference(name, request) };
  if (mode === "none") {
    losses.leftOut("toolChoice.only", "no tool is to be called");
    return { tool_choice: mode };
  }
  const tools = only.map((allowed) => reference(allowed, request));
  return { tool_choice: { type: "allowed_tools", allowed_tools: { mode, tools } } };
}

function reference(name: string, { tools = [] }: ChatRequest): Fields {
  const tool = tools.find((known) => known.name === name);
  const type = tool?.type === "custom" ? "custom" : "function";
  return { type, [type]: { name } };
}
