import { member } from "./json-value.ts";

/** What OpenAI finds wrong with a chat's calls and their results, in its way of saying so; undefined if nothing. */
export function openAiCallsComplaint(messages: readonly unknown[]): string | undefined {
  let open: readonly unknown[] = [];
  for (const message of messages) {
    if (member(message, "role") === "tool") {
      const id = member(message, "tool_call_id");
      if (!open.includes(id))
        return "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.";
      open = open.filter((one) => one !== id);
      continue;
    }
    if (open.length > 0) return unanswered(open);
    const calls = member(message, "tool_calls");
    open = Array.isArray(calls) ? calls.map((call) => member(call, "id")) : [];
  }
  return open.length > 0 ? unanswered(open) : undefined;
}

function unanswered(ids: readonly unknown[]): string {
  return `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${ids.join(", ")}`;
}
