import { withKeptFields } from "../chat/body-fields.ts";
import type { ChatMessage, ChatRequest } from "../chat/chat-request.ts";
import { textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";
import { encodeBlocks, encodeResult, shortContent } from "./anthropic-block-encoder.ts";
import type { BlockEncoding } from "./anthropic-block-encoder.ts";

const DIALECT = "anthropic";

/**
 * One message of the wire. Roles alternate, results of tools stand first, and nobody's turn is empty: what the vendor
 * demands (https://platform.claude.com/docs/en/agents-and-tools/tool-use/implement-tool-use) and imitators more so.
 */
export interface Turn {
  readonly role: "user" | "assistant" | "system";
  readonly results: Fields[];
  readonly blocks: Fields[];
  kept: Fields;
  /** Where its first message stands in the shared form, and its last. */
  readonly firstPath: string;
  path: string;
}

const MESSAGE_WRITTEN = new Set(["role", "parts", "extensions"]);

/** The conversation as the vendor demands it. The loss list tells what had to move. */
export function encodeTurns(request: ChatRequest, encoding: BlockEncoding): Turn[] {
  const { losses } = encoding;
  const turns: Turn[] = [];
  let lastRole: ChatMessage["role"] | undefined;
  for (const [index, message] of request.messages.entries()) {
    const path = `messages[${index}]`;
    const follower = request.messages[index + 1]?.role;
    const isAtEnd = turns.at(-1)?.role === "user" && (follower === undefined || follower === "assistant");
    const turn = encodeTurn(message, path, isAtEnd, encoding);
    if (turn.results.length + turn.blocks.length === 0) {
      losses.leftOut(path, `${DIALECT} refuses an empty turn`);
      continue;
    }
    const last = turns.at(-1);
    if (last?.role === turn.role) {
      // A user's words after the results of tools are one turn in this dialect to begin with.
      if (!(lastRole === "tool" && message.role === "user"))
        for (const joined of [last.path, path])
          losses.changed(joined, `joined with its neighbour: roles alternate at ${DIALECT}`);
      joinTurn(last, turn);
    } else turns.push(turn);
    lastRole = message.role;
  }
  beginWithUser(turns, `messages[${request.messages.length}]`, encoding);
  trimPrefill(turns.at(-1), encoding);
  return turns;
}

export function writeTurn({ role, results, blocks, kept }: Turn): Fields {
  return withKeptFields({ role, content: shortContent([...results, ...blocks]) }, kept);
}

/**
 * `isAtEnd`: what comes now stands at the end of a user's turn, the only place where the vendor takes instructions
 * (https://platform.claude.com/docs/en/build-with-claude/mid-conversation-system-messages).
 */
function encodeTurn(message: ChatMessage, path: string, isAtEnd: boolean, encoding: BlockEncoding): Turn {
  const { losses, target } = encoding;
  losses.unwritten(path, message, MESSAGE_WRITTEN, DIALECT);
  const kept = losses.extensions(path, message.extensions, DIALECT) ?? {};
  const partsPath = `${path}.parts`;
  if (message.role === "tool") {
    const results = message.parts.map((part, index) =>
      encodeResult(part, `${partsPath}[${index}]`, encoding),
    );
    return { role: "user", results, blocks: [], kept, firstPath: path, path };
  }
  const blocks = encodeBlocks(message.parts, partsPath, encoding);
  if (message.role !== "system")
    return { role: message.role, results: [], blocks, kept, firstPath: path, path };
  if (isAtEnd && target.laterInstructions === "system")
    return { role: "system", results: [], blocks, kept, firstPath: path, path };
  losses.changed(path, "instructions in this place can only be the user's");
  return { role: "user", results: [], blocks: blocks.map(asInstruction), kept, firstPath: path, path };
}

/** Marked, so that the model can tell them from the user's words. */
function asInstruction(block: Fields): Fields {
  return { ...block, text: `<system>\n${textOf(block["text"])}\n</system>` };
}

function joinTurn(last: Turn, next: Turn): void {
  last.results.push(...next.results);
  last.blocks.push(...next.blocks);
  last.kept = withKeptFields(last.kept, next.kept);
  last.path = next.path;
}

/** https://platform.claude.com/docs/en/api/messages: the first message must use the user's role. */
function beginWithUser(turns: Turn[], endPath: string, { losses }: BlockEncoding): void {
  const [first] = turns;
  if (first?.role === "user") return;
  const path = first?.firstPath ?? endPath;
  losses.added(path, `${DIALECT} demands that the user speaks first`);
  turns.unshift({
    role: "user",
    results: [],
    blocks: [{ type: "text", text: "." }],
    kept: {},
    firstPath: path,
    path,
  });
}

/** The vendor refuses a last turn of the model's that ends in white space. */
function trimPrefill(last: Turn | undefined, { losses }: BlockEncoding): void {
  const block = last?.blocks.at(-1);
  const text = textOf(block?.["text"]);
  if (last?.role !== "assistant" || block?.["type"] !== "text" || text.trimEnd() === text) return;
  losses.changed(`${last.path}.parts`, "the beginning of an answer may not end in white space");
  last.blocks[last.blocks.length - 1] = { ...block, text: text.trimEnd() };
}
