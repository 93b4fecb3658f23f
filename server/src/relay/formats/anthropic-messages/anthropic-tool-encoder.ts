import { withKeptFields } from "../chat/body-fields.ts";
import type { LossList } from "../chat/chat-loss.ts";
import type { ChatRequest } from "../chat/chat-request.ts";
import type { ChatTool, CustomTool, FunctionTool, VendorTool } from "../chat/chat-tool.ts";
import type { Fields } from "../reported-usage.ts";
import type { CacheMarks } from "./anthropic-cache.ts";
import { outputSchema } from "./anthropic-output-schema.ts";
import { CUSTOM_TOOL_SCHEMA } from "./anthropic-tool-call.ts";

const DIALECT = "anthropic";

const WRITTEN: Readonly<Record<ChatTool["type"], ReadonlySet<string>>> = {
  function: new Set(["type", "name", "description", "parameters", "isStrict", "cache", "extensions"]),
  custom: new Set(["type", "name", "description", "extensions"]),
  vendor: new Set(["type", "dialect", "name", "raw"]),
};

const CHOICE_WRITTEN = new Set(["mode", "only"]);

/** The vendor's own tools that do what another vendor's of the same name do, in the version every model knows. */
const NEAREST: ReadonlyMap<string, string> = new Map([
  ["web_search", "web_search_20250305"],
  ["web_fetch", "web_fetch_20250910"],
  ["code_execution", "code_execution_20250825"],
]);

/** `tools` and `tool_choice` of a request. */
export function encodeTools(request: ChatRequest, marks: CacheMarks, losses: LossList): Fields {
  const only = request.toolChoice?.only;
  const isRestricted = only !== undefined && !isForced(request);
  const tools = (request.tools ?? []).flatMap((tool, index) => {
    const path = `tools[${index}]`;
    if (isRestricted && !only.includes(tool.name)) {
      losses.leftOut(path, "the choice of tools does not allow it");
      return [];
    }
    const encoded = encodeTool(tool, path, marks, losses);
    return encoded ? [encoded] : [];
  });
  if (tools.length === 0) {
    for (const name of ["toolChoice", "parallelToolCalls"] as const)
      if (request[name] !== undefined) losses.leftOut(name, "there are no tools");
    return {};
  }
  if (isRestricted) losses.changed("toolChoice.only", "only those tools are sent");
  if (request.toolChoice) losses.unwritten("toolChoice", request.toolChoice, CHOICE_WRITTEN, DIALECT);
  return { tools, ...encodeChoice(request, losses) };
}

function isForced({ toolChoice }: ChatRequest): boolean {
  return toolChoice?.mode === "required" && toolChoice.only?.length === 1;
}

function encodeTool(tool: ChatTool, path: string, marks: CacheMarks, losses: LossList): Fields | undefined {
  losses.unwritten(path, tool, WRITTEN[tool.type], DIALECT);
  if (tool.type === "vendor") return encodeVendorTool(tool, path, losses);
  const { name, description } = tool;
  const body = {
    name,
    ...(description !== undefined && { description }),
    ...(tool.type === "custom"
      ? customFields(tool, path, losses)
      : functionFields(tool, path, marks, losses)),
  };
  return withKeptFields(body, losses.extensions(path, tool.extensions, DIALECT));
}

function functionFields(tool: FunctionTool, path: string, marks: CacheMarks, losses: LossList): Fields {
  const schema = encodeSchema(tool.parameters, `${path}.parameters`, losses);
  const isRefused = tool.isStrict === true && outputSchema(schema).isChanged;
  if (isRefused) losses.leftOut(`${path}.isStrict`, `${DIALECT} takes a part of JSON schema there`);
  return {
    input_schema: schema,
    ...(tool.isStrict !== undefined && !isRefused && { strict: tool.isStrict }),
    ...marks.encode(tool.cache, path),
  };
}

/** The vendor demands an object's schema even of functions without arguments. */
function encodeSchema(parameters: Fields | undefined, path: string, losses: LossList): Fields {
  if (parameters === undefined) losses.added(path, `${DIALECT} demands a schema`);
  else if (parameters["type"] === undefined) losses.changed(path, `${DIALECT} demands its type`);
  return parameters === undefined ? { type: "object", properties: {} } : { type: "object", ...parameters };
}

function customFields(_tool: CustomTool, path: string, losses: LossList): Fields {
  losses.changed(path, `tools take objects at ${DIALECT}: its text is a field`);
  return { input_schema: CUSTOM_TOOL_SCHEMA };
}

function encodeVendorTool(tool: VendorTool, path: string, losses: LossList): Fields | undefined {
  if (tool.dialect === DIALECT) return tool.raw;
  const type = NEAREST.get(tool.name);
  if (type === undefined) {
    losses.leftOut(path, `only ${tool.dialect} has this tool`);
    return undefined;
  }
  losses.changed(path, `${DIALECT} offers its own ${tool.name}, without its settings`);
  return { type, name: tool.name };
}

function encodeChoice(request: ChatRequest, losses: LossList): Fields {
  const { toolChoice, parallelToolCalls } = request;
  if (toolChoice?.mode === "none") {
    if (parallelToolCalls !== undefined) losses.leftOut("parallelToolCalls", "no tool may be called");
    return { tool_choice: { type: "none" } };
  }
  if (toolChoice === undefined) {
    if (parallelToolCalls === undefined) return {};
    losses.added("toolChoice", `${DIALECT} says it with the choice of tools`);
  }
  const single = parallelToolCalls === undefined ? {} : { disable_parallel_tool_use: !parallelToolCalls };
  const [name] = toolChoice?.only ?? [];
  if (isForced(request)) return { tool_choice: { type: "tool", name, ...single } };
  return { tool_choice: { type: toolChoice?.mode === "required" ? "any" : "auto", ...single } };
}
