import type { UpstreamDialect } from "./chat-dialect.ts";
import type { LossList } from "./chat-loss.ts";
import type { ChatPart } from "./chat-part.ts";
import type { ChatRequest } from "./chat-request.ts";

/** Writes a part that is no text; false when the dialect cannot. */
export type WritePart = (part: ChatPart, path: string) => boolean;

const SPEAKERS = { system: "System", user: "User", assistant: "Assistant" } as const;

const PLAIN = new Set(["type", "text"]);

/**
 * The conversation as one text. A single question is itself; else every turn is marked with its speaker, and that it is
 * not a conversation any more is told as a loss.
 */
export function conversationText(
  { system, messages }: ChatRequest,
  dialect: UpstreamDialect,
  losses: LossList,
  write: WritePart = () => false,
): string {
  const turns: { speaker: string; text: string }[] = [];
  const read = (parts: readonly ChatPart[], path: string): string =>
    textOfParts(parts, path, dialect, losses, write);
  const instructions = read(system, "system");
  if (instructions !== "") {
    turns.push({ speaker: SPEAKERS.system, text: instructions });
    losses.changed("system", `${dialect} takes instructions as a part of the question`);
  }
  for (const [index, message] of messages.entries()) {
    const path = `messages[${index}]`;
    losses.unwritten(path, message, MESSAGE_WRITTEN, dialect);
    const text = read(message.parts, `${path}.parts`);
    if (message.role !== "tool" && text !== "") turns.push({ speaker: SPEAKERS[message.role], text });
  }
  const [first] = turns;
  if (turns.length <= 1) return first?.text ?? "";
  if (messages.length > 1)
    losses.changed("messages", `${dialect} takes earlier turns as a part of the question`);
  return turns.map(({ speaker, text }) => `${speaker}: ${text}`).join("\n\n");
}

const MESSAGE_WRITTEN = new Set(["role", "parts"]);

/** The texts among the parts of one message, joined; of the rest, what `write` cannot write is a loss. */
export function textOfParts(
  parts: readonly ChatPart[],
  path: string,
  dialect: UpstreamDialect,
  losses: LossList,
  write: WritePart = () => false,
): string {
  const texts: string[] = [];
  for (const [index, part] of parts.entries()) {
    const place = `${path}[${index}]`;
    if (part.type === "text") {
      texts.push(part.text);
      losses.unwritten(place, part, PLAIN, dialect);
    } else if (!write(part, place))
      losses.leftOut(place, `${dialect} takes no ${part.type} here, or by its address alone`);
  }
  return texts.join("\n");
}
