import type { LossList } from "../chat/chat-loss.ts";
import type { ChatRequest } from "../chat/chat-request.ts";
import type { ChatTool } from "../chat/chat-tool.ts";
import type { Fields } from "../reported-usage.ts";

const DIALECT = "ernie";

const WRITTEN = new Set(["type", "name", "description", "parameters"]);

/** Functions, and the one that is to be called. */
export function encodeErnieTools({ tools, toolChoice }: ChatRequest, losses: LossList): Fields {
  if (!tools || toolChoice?.mode === "none") {
    if (tools) losses.changed("tools", "ernie is not told of tools that it must not call");
    return {};
  }
  const functions = tools.flatMap((tool, index) => functionOf(tool, `tools[${index}]`, losses));
  const [name, ...others] = toolChoice?.only ?? [];
  const isForced = toolChoice?.mode === "required" && name !== undefined && others.length === 0;
  if (toolChoice && toolChoice.mode !== "auto" && !isForced)
    losses.leftOut("toolChoice", "ernie forces one function or none");
  else if (toolChoice?.only && !isForced) losses.leftOut("toolChoice.only", "ernie may call every function");
  return {
    ...(functions.length > 0 && { functions }),
    ...(isForced && { tool_choice: { type: "function", function: { name } } }),
  };
}

function functionOf(tool: ChatTool, path: string, losses: LossList): Fields[] {
  if (tool.type !== "function") {
    losses.leftOut(path, `ernie has no tools of the kind ${tool.type}`);
    return [];
  }
  losses.unwritten(path, tool, WRITTEN, DIALECT);
  const { name, description = name, parameters = NO_PARAMETERS } = tool;
  return [{ name, description, parameters }];
}

const NO_PARAMETERS = { type: "object", properties: {} } as const;
