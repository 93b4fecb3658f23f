import { withKeptFields } from "../chat/body-fields.ts";
import type { LossList } from "../chat/chat-loss.ts";
import type { ChatRequest } from "../chat/chat-request.ts";
import type { GeminiTarget } from "../chat/chat-target.ts";
import type { ChatTool, ChatToolChoice, CustomTool, FunctionTool, VendorTool } from "../chat/chat-tool.ts";
import type { Fields } from "../reported-usage.ts";
import { exactOpenApiSchema, isEmptyObject, nearestOpenApiSchema } from "./gemini-schema-encoder.ts";
import { keptMode } from "./gemini-tool-decoder.ts";

const DIALECT = "gemini";
const WRITTEN: Readonly<Record<ChatTool["type"], ReadonlySet<string>>> = {
  function: new Set(["type", "name", "description", "parameters", "extensions"]),
  custom: new Set(["type", "name", "description", "extensions"]),
  vendor: new Set(["type", "dialect", "name", "raw"]),
};

/** The vendor's own tools for those of others. */
const EQUALS: ReadonlyMap<string, Fields> = new Map(
  Object.entries<Fields>({
    web_search: { googleSearch: {} },
    web_fetch: { urlContext: {} },
    code_execution: { codeExecution: {} },
  }),
);

/** The arguments of a function that stands for a tool that takes plain text. */
const TEXT_ARGUMENTS: Fields = {
  type: "OBJECT",
  properties: { input: { type: "STRING" } },
  required: ["input"],
};

/** `tools` and `toolConfig` of a request. Functions share one entry, as the vendor demands. */
export function encodeTools(request: ChatRequest, target: GeminiTarget, losses: LossList): Fields {
  const entries: Fields[] = [];
  const functions: Fields[] = [];
  const tools = request.tools ?? [];
  for (const [index, tool] of tools.entries()) {
    const path = `tools[${index}]`;
    losses.unwritten(path, tool, WRITTEN[tool.type], DIALECT);
    if (tool.type === "vendor") {
      const own = encodeVendorTool(tool, tools, path, losses);
      if (own) entries.push(own);
      continue;
    }
    if (functions.length === 0) entries.push({ functionDeclarations: functions });
    else if (tools[index - 1]?.type === "vendor") losses.changed("tools", "gemini lists functions together");
    const body =
      tool.type === "custom" ? encodeCustom(tool, path, losses) : encodeFunction(tool, path, target, losses);
    functions.push(withKeptFields(body, losses.extensions(path, tool.extensions, DIALECT)));
  }
  const toolConfig = request.toolChoice && encodeChoice(request.toolChoice, request, losses);
  return { ...(entries.length > 0 && { tools: entries }), ...(toolConfig && { toolConfig }) };
}

function encodeFunction(tool: FunctionTool, path: string, target: GeminiTarget, losses: LossList): Fields {
  const { name, description, parameters } = tool;
  const shared = { name, ...(description !== undefined && { description }) };
  if (parameters === undefined) return shared;
  if (isEmptyObject(parameters)) {
    losses.changed(`${path}.parameters`, "gemini refuses objects without properties: sent as no arguments");
    return shared;
  }
  const openApi = exactOpenApiSchema(parameters);
  if (openApi) return { ...shared, parameters: openApi };
  if (target.jsonSchema !== false) return { ...shared, parametersJsonSchema: parameters };
  return { ...shared, parameters: nearestOpenApiSchema(parameters, `${path}.parameters`, losses) };
}

function encodeCustom({ name, description }: CustomTool, path: string, losses: LossList): Fields {
  losses.changed(path, "sent as a function with one argument, `input`");
  return { name, ...(description !== undefined && { description }), parameters: TEXT_ARGUMENTS };
}

function encodeVendorTool(
  tool: VendorTool,
  tools: readonly ChatTool[],
  path: string,
  losses: LossList,
): Fields | undefined {
  if (tool.dialect === DIALECT) return tool.raw;
  const equal = EQUALS.get(tool.name);
  if (equal === undefined) losses.leftOut(path, `only ${tool.dialect} has this tool`);
  else if (tools.some(({ type }) => type !== "vendor"))
    losses.leftOut(path, "gemini refuses its own tools beside functions");
  else {
    losses.changed(path, "sent as the vendor's own tool of this kind");
    return equal;
  }
  return undefined;
}

const MODES: Readonly<Record<ChatToolChoice["mode"], string>> = {
  auto: "AUTO",
  required: "ANY",
  none: "NONE",
};

const CHOICE_WRITTEN = new Set(["mode", "only"]);

/** Names are allowed with `ANY` and `VALIDATED` only. */
function encodeChoice(choice: ChatToolChoice, { extensions }: ChatRequest, losses: LossList): Fields {
  losses.unwritten("toolChoice", choice, CHOICE_WRITTEN, DIALECT);
  const { mode, only } = choice;
  const kept = extensions?.dialect === DIALECT ? keptMode(extensions.fields) : undefined;
  const word = only && mode === "auto" ? "VALIDATED" : MODES[mode];
  return {
    functionCallingConfig: {
      ...(kept === undefined && { mode: word }),
      ...(only && { allowedFunctionNames: only }),
    },
  };
}
