import { expect, test } from "bun:test";
import { responsesToolCalls } from "./openai-responses-usage.ts";

const search = (type?: string, status = "completed") => ({
  type: "web_search_call",
  status,
  ...(type !== undefined && { action: { type } }),
});

test("searches are billed, the pages opened after them and failures are not", () => {
  const output = [
    search("search"),
    search("open_page"),
    search("find_in_page"),
    search("search", "failed"),
    search(),
  ];
  expect(responsesToolCalls({ output })).toEqual({ web_search: 2 });
});

test("the preview tool goes by its own name, which the answer repeats", () => {
  const response = { output: [search("search")], tools: [{ type: "web_search_preview_2025_03_11" }] };
  expect(responsesToolCalls({ type: "response.completed", response })).toEqual({ web_search_preview: 1 });
});

test("the billed searches that an answer states come before those that can be counted", () => {
  const output = [search("search"), search("search"), { type: "file_search_call", status: "completed" }];
  const stated = (requests: number) => ({ output, tool_usage: { web_search: { num_requests: requests } } });
  expect(responsesToolCalls(stated(1))).toEqual({ web_search: 1, file_search: 1 });
  expect(responsesToolCalls(stated(0))).toEqual({ file_search: 1 });
});

test("functions and messages cost nothing of their own", () => {
  expect(
    responsesToolCalls({ output: [{ type: "function_call" }, { type: "message" }, null] }),
  ).toBeUndefined();
  expect(responsesToolCalls({ output: "x" })).toBeUndefined();
});
