import { withKeptFields } from "../chat/body-fields.ts";
import type { ChatMessage, ChatRequest } from "../chat/chat-request.ts";
import { textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";
import { encodeBlocks } from "./converse-content-encoder.ts";
import type { BlockEncoding } from "./converse-content-encoder.ts";

const DIALECT = "bedrock-converse";
const WRITTEN = new Set(["role", "parts", "extensions"]);

interface Turn {
  readonly role: "user" | "assistant";
  readonly content: Fields[];
  kept: Fields;
  path: string;
}

/** The conversation as models there demand it: roles alternate, the user begins, nobody's turn is empty. */
export function encodeTurns({ messages }: ChatRequest, encoding: BlockEncoding): Fields[] {
  const { losses } = encoding;
  const turns: Turn[] = [];
  let lastRole: ChatMessage["role"] | undefined;
  for (const [index, message] of messages.entries()) {
    const path = `messages[${index}]`;
    const turn = encodeTurn(message, path, encoding);
    if (turn.content.length === 0) {
      losses.leftOut(path, `${DIALECT} refuses an empty turn`);
      continue;
    }
    const last = turns.at(-1);
    if (last?.role === turn.role) {
      // A user's words after the results of tools are one turn in this dialect to begin with.
      if (!(lastRole === "tool" && message.role === "user"))
        for (const joined of [last.path, path])
          losses.changed(joined, `joined with its neighbour: roles alternate at ${DIALECT}`);
      last.content.push(...turn.content);
      last.kept = withKeptFields(last.kept, turn.kept);
      last.path = path;
    } else turns.push(turn);
    lastRole = message.role;
  }
  const [first] = turns;
  if (first?.role !== "user") {
    const path = first?.path ?? `messages[${messages.length}]`;
    losses.added(path, `${DIALECT} demands that the user speaks first`);
    turns.unshift({ role: "user", content: [{ text: "." }], kept: {}, path });
  }
  return turns.map(({ role, content, kept }) => withKeptFields({ role, content }, kept));
}

function encodeTurn(message: ChatMessage, path: string, encoding: BlockEncoding): Turn {
  const { losses } = encoding;
  losses.unwritten(path, message, WRITTEN, DIALECT);
  const kept = losses.extensions(path, message.extensions, DIALECT) ?? {};
  const content = encodeBlocks(message.parts, `${path}.parts`, encoding);
  if (message.role === "assistant") return { role: "assistant", content, kept, path };
  if (message.role !== "system") return { role: "user", content, kept, path };
  losses.changed(path, "instructions in this place can only be the user's");
  return { role: "user", content: content.map(asInstruction), kept, path };
}

/** Marked, so that the model can tell them from the user's words. */
function asInstruction(block: Fields): Fields {
  return "text" in block ? { text: `<system>\n${textOf(block["text"])}\n</system>` } : block;
}
