import type { UpstreamDialect } from "../formats/chat/chat-dialect.ts";
import type { AssistantPart } from "../formats/chat/chat-part.ts";
import { takeWrittenText } from "../formats/openai/openai-written-text.ts";
import { UPSTREAM_FORMATS } from "./chat-formats.ts";

/** Everything that the model has written in a whole answer, for counting where the upstream reports no usage. */
export function producedText(
  { dialect }: { readonly dialect: UpstreamDialect },
  body: Record<string, unknown>,
): string {
  let written = "";
  const take = (text: string) => (written += text);
  if (dialect === "openai-chat") {
    const choices: unknown = body["choices"];
    if (Array.isArray(choices)) for (const choice of choices) takeWrittenText(choice, take);
    return written;
  }
  for (const part of partsOf(dialect, body)) takePart(part, take);
  return written;
}

function partsOf(dialect: UpstreamDialect, body: unknown): readonly AssistantPart[] {
  try {
    const context = { requestId: "", createdAtSeconds: 0, model: "" };
    return UPSTREAM_FORMATS[dialect].decodeAnswer(body, context).choices.flatMap(({ parts }) => parts);
  } catch {
    // What passed as an answer and is none has written nothing.
    return [];
  }
}

function takePart(part: AssistantPart, take: (text: string) => void): void {
  if (part.type === "text" || part.type === "reasoning" || part.type === "refusal") take(part.text);
  else if (part.type === "tool-call") {
    take(part.name);
    take(part.arguments);
  }
}
