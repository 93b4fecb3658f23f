import type { ChatAnswer } from "../formats/chat/chat-answer.ts";
import type { ChatEvent } from "../formats/chat/chat-event.ts";
import type { AssistantPart } from "../formats/chat/chat-part.ts";

/** For clients that know no field for thoughts but take these marks out of the text. */
const OPENING = "<think>\n";
const CLOSING = "\n</think>\n\n";

/** The answer with its thoughts at the beginning of its text; what is sealed is left out. */
export function thoughtsAsText(answer: ChatAnswer): ChatAnswer {
  const choices = answer.choices.map((choice) => ({ ...choice, parts: choice.parts.flatMap(retold) }));
  return { ...answer, choices };
}

function retold(part: AssistantPart): AssistantPart[] {
  if (part.type !== "reasoning") return [part];
  return part.text === "" ? [] : [{ type: "text", text: OPENING + part.text + CLOSING }];
}

/** The same for a stream: what to tell the client of in place of an event. */
export function createThoughtTeller(): (event: ChatEvent) => readonly ChatEvent[] {
  /** By choice, the thought that has begun and not ended. */
  const open = new Map<number, number>();
  const thoughts = new Set<string>();
  const closed = (choice: number): ChatEvent[] => {
    const block = open.get(choice);
    open.delete(choice);
    return block === undefined ? [] : [{ type: "text-delta", choice, block, text: CLOSING }];
  };
  return (event) => {
    if (!("choice" in event) || event.type === "logprobs") return [event];
    const { choice } = event;
    if (!("block" in event)) return [...closed(choice), event];
    const { block } = event;
    const name = `${choice} ${block}`;
    if (event.type === "reasoning-delta") {
      const before = open.get(choice) === block ? [] : closed(choice);
      const { text } = event;
      if (text === "" || open.get(choice) === block)
        return text === "" ? before : [{ type: "text-delta", choice, block, text }];
      open.set(choice, block);
      thoughts.add(name);
      return [...before, { type: "text-delta", choice, block, text: OPENING + text }];
    }
    if (event.type === "encrypted") return [];
    if (!thoughts.has(name)) return [...closed(choice), event];
    return event.type === "block-end" ? [...closed(choice), event] : [];
  };
}
