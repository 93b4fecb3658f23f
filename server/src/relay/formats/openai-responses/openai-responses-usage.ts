import { isObject } from "@tollgate/contract/json-object";
import type { ToolCalls } from "../../../pricing/usage.ts";
import { fieldsOf, objectsIn, reportedCount, textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";

/** The usage object in a whole response or in the event that ends a stream of one; its shape is OpenAI's. */
export function findResponsesUsage(message: Fields): unknown {
  return message["usage"] ?? fieldsOf(message["response"])["usage"];
}

/**
 * The tools that OpenAI bills by the call, counted from the output items: searches of the web (not the pages opened
 * after them), searches of files, images made, and containers of the code interpreter. Newer answers state the billed
 * searches themselves, in `tool_usage`.
 *
 * Sources: https://platform.openai.com/docs/pricing (built-in tools),
 * https://platform.openai.com/docs/guides/tools-web-search (search actions are billed), the `openai-responses` examples.
 */
export function responsesToolCalls(message: Fields): ToolCalls | undefined {
  const response = isObject(message["response"]) ? message["response"] : message;
  const calls: Record<string, number> = {};
  const containers = new Set<unknown>();
  for (const item of objectsIn(response["output"])) {
    const tool = item["status"] === "failed" ? undefined : billedTool(item, response);
    if (tool === "code_interpreter") containers.add(item["container_id"]);
    else if (tool !== undefined) calls[tool] = (calls[tool] ?? 0) + 1;
  }
  if (containers.size > 0) calls["code_interpreter"] = containers.size;
  const stated = reportedCount(fieldsOf(fieldsOf(response["tool_usage"])["web_search"])["num_requests"]);
  if (stated !== undefined) setOrDelete(calls, webSearchName(response), stated);
  return Object.keys(calls).length === 0 ? undefined : calls;
}

function billedTool(item: Fields, response: Fields): string | undefined {
  switch (item["type"]) {
    case "web_search_call": {
      const action = fieldsOf(item["action"])["type"];
      return action === undefined || action === "search" ? webSearchName(response) : undefined;
    }
    case "file_search_call":
      return "file_search";
    case "image_generation_call":
      return "image_generation";
    case "code_interpreter_call":
      return "code_interpreter";
    default:
      return undefined;
  }
}

/** The preview tool has a price of its own; the answer repeats the request's tools. */
function webSearchName(response: Fields): string {
  const isPreview = objectsIn(response["tools"]).some(({ type }) =>
    textOf(type).startsWith("web_search_preview"),
  );
  return isPreview ? "web_search_preview" : "web_search";
}

function setOrDelete(calls: Record<string, number>, tool: string, count: number): void {
  if (count > 0) calls[tool] = count;
  else delete calls[tool];
}
