import type { ToolCalls } from "../../../pricing/usage.ts";
import { textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";

/**
 * OpenAI's models that search the web for every answer and bill a search with each, which their usage does not tell.
 *
 * Source: https://platform.openai.com/docs/guides/tools-web-search (chat completions), …/docs/pricing (built-in tools).
 */
export function searchModelCalls(message: Fields): ToolCalls | undefined {
  const model = textOf(message["model"]);
  if (/^(?:openai\/)?gpt-[\w.-]*-search-preview/.test(model)) return { web_search_preview: 1 };
  return /^(?:openai\/)?gpt-[\w.-]*-search-api/.test(model) ? { web_search: 1 } : undefined;
}
