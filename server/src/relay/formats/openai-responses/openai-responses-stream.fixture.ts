import type { Response, ResponseStreamEvent } from "openai/resources/responses/responses";

/*
 * A stream with a thought of two summaries, a search, a text and two calls at once. source: docs. The events are those of
 * https://platform.openai.com/docs/api-reference/responses-streaming in the shapes of OpenAI's own SDK
 * (`ResponseStreamEvent`); the words are ours.
 */

export const RESPONSE_START: Response = {
  id: "resp_1",
  object: "response",
  created_at: 1_741_290_958,
  status: "in_progress",
  error: null,
  incomplete_details: null,
  instructions: null,
  metadata: {},
  model: "gpt-5.4-2026-03-05",
  output: [],
  output_text: "",
  parallel_tool_calls: true,
  temperature: 1,
  tool_choice: "auto",
  tools: [],
  top_p: 1,
};

const SUMMARY = [
  { type: "summary_text", text: "Search first." },
  { type: "summary_text", text: "Then call." },
] as const;

const SEARCH = {
  type: "web_search_call",
  id: "ws_1",
  status: "completed",
  action: { type: "search", query: "oslo" },
} as const;

const CITATION = {
  type: "url_citation",
  start_index: 0,
  end_index: 4,
  title: "Oslo",
  url: "https://o.example",
} as const;

const TOKENS = [{ token: "Oslo", bytes: [79], logprob: -0.5, top_logprobs: [] }];

const TEXT = {
  type: "output_text",
  text: "Oslo is cold.",
  annotations: [CITATION],
  logprobs: TOKENS,
} as const;

const CALL = { type: "function_call", id: "fc_1", call_id: "call_1", name: "get_weather" } as const;
const CALL_2 = { type: "function_call", id: "fc_2", call_id: "call_2", name: "get_time" } as const;

export const RESPONSE_END: Response = {
  ...RESPONSE_START,
  status: "completed",
  output: [
    { type: "reasoning", id: "rs_1", summary: [...SUMMARY], encrypted_content: "gAAA" },
    SEARCH,
    {
      type: "message",
      id: "msg_1",
      role: "assistant",
      status: "completed",
      content: [{ ...TEXT, annotations: [CITATION] }],
    },
    { ...CALL, arguments: '{"city":"Oslo"}', status: "completed" },
    { ...CALL_2, arguments: "{}", status: "completed" },
  ],
  usage: {
    input_tokens: 37,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 11,
    output_tokens_details: { reasoning_tokens: 4 },
    total_tokens: 48,
  },
};

const thought = { item_id: "rs_1", output_index: 0 };
const message = { item_id: "msg_1", output_index: 2, content_index: 0 };

type Unnumbered<Event> = Event extends unknown ? Omit<Event, "sequence_number"> : never;

const EVENTS: readonly Unnumbered<ResponseStreamEvent>[] = [
  { type: "response.created", response: RESPONSE_START },
  { type: "response.in_progress", response: RESPONSE_START },
  {
    type: "response.output_item.added",
    output_index: 0,
    item: { type: "reasoning", id: "rs_1", summary: [] },
  },
  {
    type: "response.reasoning_summary_part.added",
    ...thought,
    summary_index: 0,
    part: { type: "summary_text", text: "" },
  },
  { type: "response.reasoning_summary_text.delta", ...thought, summary_index: 0, delta: "Search " },
  { type: "response.reasoning_summary_text.delta", ...thought, summary_index: 0, delta: "first." },
  { type: "response.reasoning_summary_text.done", ...thought, summary_index: 0, text: "Search first." },
  { type: "response.reasoning_summary_part.done", ...thought, summary_index: 0, part: SUMMARY[0] },
  {
    type: "response.reasoning_summary_part.added",
    ...thought,
    summary_index: 1,
    part: { type: "summary_text", text: "" },
  },
  { type: "response.reasoning_summary_text.delta", ...thought, summary_index: 1, delta: "Then call." },
  { type: "response.reasoning_summary_part.done", ...thought, summary_index: 1, part: SUMMARY[1] },
  {
    type: "response.output_item.done",
    output_index: 0,
    item: { type: "reasoning", id: "rs_1", summary: [...SUMMARY], encrypted_content: "gAAA" },
  },
  { type: "response.output_item.added", output_index: 1, item: { ...SEARCH, status: "in_progress" } },
  { type: "response.web_search_call.searching", item_id: "ws_1", output_index: 1 },
  { type: "response.web_search_call.completed", item_id: "ws_1", output_index: 1 },
  { type: "response.output_item.done", output_index: 1, item: SEARCH },
  {
    type: "response.output_item.added",
    output_index: 2,
    item: { type: "message", id: "msg_1", role: "assistant", status: "in_progress", content: [] },
  },
  {
    type: "response.content_part.added",
    ...message,
    part: { type: "output_text", text: "", annotations: [] },
  },
  { type: "response.output_text.delta", ...message, delta: "Oslo", logprobs: TOKENS },
  { type: "response.output_text.delta", ...message, delta: " is cold.", logprobs: [] },
  { type: "response.output_text.annotation.added", ...message, annotation_index: 0, annotation: CITATION },
  { type: "response.output_text.done", ...message, text: "Oslo is cold.", logprobs: TOKENS },
  { type: "response.content_part.done", ...message, part: { ...TEXT, annotations: [CITATION] } },
  {
    type: "response.output_item.done",
    output_index: 2,
    item: {
      type: "message",
      id: "msg_1",
      role: "assistant",
      status: "completed",
      content: [{ ...TEXT, annotations: [CITATION] }],
    },
  },
  {
    type: "response.output_item.added",
    output_index: 3,
    item: { ...CALL, arguments: "", status: "in_progress" },
  },
  { type: "response.function_call_arguments.delta", item_id: "fc_1", output_index: 3, delta: '{"city":' },
  { type: "response.function_call_arguments.delta", item_id: "fc_1", output_index: 3, delta: '"Oslo"}' },
  {
    type: "response.output_item.added",
    output_index: 4,
    item: { ...CALL_2, arguments: "", status: "in_progress" },
  },
  { type: "response.function_call_arguments.delta", item_id: "fc_2", output_index: 4, delta: "{}" },
  {
    type: "response.function_call_arguments.done",
    item_id: "fc_1",
    output_index: 3,
    name: "get_weather",
    arguments: '{"city":"Oslo"}',
  },
  {
    type: "response.output_item.done",
    output_index: 3,
    item: { ...CALL, arguments: '{"city":"Oslo"}', status: "completed" },
  },
  {
    type: "response.output_item.done",
    output_index: 4,
    item: { ...CALL_2, arguments: "{}", status: "completed" },
  },
  { type: "response.completed", response: RESPONSE_END },
];

/** The events in their order, numbered as the vendor does. */
export const STREAM: readonly ResponseStreamEvent[] = EVENTS.map(
  // Numbering is what was left out.
  (event, sequence_number) => Object.assign({}, event, { sequence_number }) as ResponseStreamEvent,
);
