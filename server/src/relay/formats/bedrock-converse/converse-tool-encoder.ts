import { CUSTOM_TOOL_SCHEMA } from "../anthropic-messages/anthropic-tool-call.ts";
import { withKeptFields } from "../chat/body-fields.ts";
import type { LossList } from "../chat/chat-loss.ts";
import type { ChatRequest } from "../chat/chat-request.ts";
import type { ChatTool } from "../chat/chat-tool.ts";
import type { Fields } from "../reported-usage.ts";
import { cachePoint } from "./converse-content-encoder.ts";
import type { BlockEncoding } from "./converse-content-encoder.ts";

const DIALECT = "bedrock-converse";
const WRITTEN = {
  function: new Set(["type", "name", "description", "parameters", "isStrict", "cache", "extensions"]),
  custom: new Set(["type", "name", "description", "extensions"]),
  vendor: new Set(["type", "dialect", "name", "raw"]),
} as const satisfies Record<ChatTool["type"], ReadonlySet<string>>;

/** `toolConfig`; undefined where there is no tool that the vendor could offer. */
export function encodeTools(request: ChatRequest, encoding: BlockEncoding): Fields | undefined {
  const { losses } = encoding;
  const all = request.tools ?? [];
  const { toolChoice } = request;
  const isAllowed = (tool: ChatTool) =>
    toolChoice?.only === undefined || isForced(request) || toolChoice.only.includes(tool.name);
  const tools = all.flatMap((tool, index) => {
    const path = `tools[${index}]`;
    if (isAllowed(tool)) return encodeTool(tool, path, encoding);
    losses.leftOut(path, "it may not be called");
    return [];
  });
  if (tools.length > 0) return { tools, ...encodeChoice(request, losses) };
  if (toolChoice) losses.leftOut("toolChoice", "there is no tool");
  return undefined;
}

function isForced({ toolChoice }: ChatRequest): boolean {
  return toolChoice?.mode === "required" && toolChoice.only?.length === 1;
}

function encodeTool(tool: ChatTool, path: string, encoding: BlockEncoding): Fields[] {
  const { losses } = encoding;
  losses.unwritten(path, tool, WRITTEN[tool.type], DIALECT);
  if (tool.type === "vendor") {
    if (tool.dialect === DIALECT) return [tool.raw];
    losses.leftOut(path, `only ${tool.dialect} has this tool`);
    return [];
  }
  const { name, description } = tool;
  if (tool.type === "custom") losses.changed(path, "tools take objects here: its text is a field");
  const json = tool.type === "custom" ? CUSTOM_TOOL_SCHEMA : schemaOf(tool.parameters, path, losses);
  const spec = {
    name,
    ...(description !== undefined && description !== "" && { description }),
    inputSchema: { json },
    ...(tool.type === "function" && tool.isStrict !== undefined && { strict: tool.isStrict }),
  };
  if (description === "") losses.leftOut(`${path}.description`, "it is empty");
  const block = { toolSpec: withKeptFields(spec, losses.extensions(path, tool.extensions, DIALECT)) };
  const cache = tool.type === "function" ? tool.cache : undefined;
  return cache ? [block, ...cachePoint(cache, `${path}.cache`, [block], encoding)] : [block];
}

/** The vendor demands an object's schema even of functions without arguments. */
function schemaOf(parameters: Fields | undefined, path: string, losses: LossList): Fields {
  if (parameters === undefined) losses.added(`${path}.parameters`, `${DIALECT} demands a schema`);
  else if (parameters["type"] === undefined)
    losses.changed(`${path}.parameters`, `${DIALECT} demands its type`);
  return parameters === undefined ? { type: "object", properties: {} } : { type: "object", ...parameters };
}

const CHOICE_WRITTEN = new Set(["mode", "only"]);

function encodeChoice(request: ChatRequest, losses: LossList): Fields {
  const { toolChoice } = request;
  if (toolChoice === undefined) return {};
  losses.unwritten("toolChoice", toolChoice, CHOICE_WRITTEN, DIALECT);
  const [name] = toolChoice.only ?? [];
  if (isForced(request)) return { toolChoice: { tool: { name } } };
  if (toolChoice.only) losses.changed("toolChoice.only", "only those tools are offered");
  if (toolChoice.mode === "none") {
    losses.changed("toolChoice", `${DIALECT} cannot forbid what it offers`);
    return {};
  }
  return { toolChoice: toolChoice.mode === "required" ? { any: {} } : { auto: {} } };
}
