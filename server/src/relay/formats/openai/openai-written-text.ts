/**
 * Hands over every text that a model has written in a choice of this dialect: of a whole answer (`message`), of a
 * stream's chunk (`delta`) or of a legacy completion (`text`). What is counted where an upstream reports no usage is the
 * same however the answer is sent.
 */
export function takeWrittenText(choice: unknown, take: (text: string) => void): void {
  const { message, delta, text } = Object(choice);
  takeText(text, take);
  const said: unknown = message ?? delta;
  if (typeof said !== "object" || said === null) return;
  const {
    content,
    reasoning_content: reasoningContent,
    reasoning,
    refusal,
    tool_calls: calls,
    function_call: call,
    audio,
  } = Object(said);
  takeText(content, take);
  takeText(reasoningContent ?? reasoning, take);
  takeText(refusal, take);
  takeText(Object(audio).transcript, take);
  takeCall(call, take);
  if (Array.isArray(calls)) for (const { function: called } of calls.map(Object)) takeCall(called, take);
}

/** A call of a tool, or of a function as older models make it. */
function takeCall(call: unknown, take: (text: string) => void): void {
  const { name, arguments: args } = Object(call);
  takeText(name, take);
  takeText(args, take);
}

/** Some vendors give content as a list of parts. */
function takeText(value: unknown, take: (text: string) => void): void {
  if (typeof value === "string") {
    if (value !== "") take(value);
  } else if (Array.isArray(value)) {
    for (const part of value) {
      const { text } = Object(part);
      if (typeof text === "string" && text !== "") take(text);
    }
  }
}
