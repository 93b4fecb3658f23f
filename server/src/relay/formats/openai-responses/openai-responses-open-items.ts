import type { TokenLogprob } from "../chat/chat-answer.ts";
import type { LossList } from "../chat/chat-loss.ts";
import type { EventWriter } from "./openai-responses-event-writer.ts";
import type { SaidKinds } from "./openai-responses-finish.ts";
import type { OpenCall } from "./openai-responses-open-call.ts";
import { openMessage } from "./openai-responses-open-message.ts";
import type { OpenMessage } from "./openai-responses-open-message.ts";
import type { OpenThought, ThoughtBlock } from "./openai-responses-open-thought.ts";

/** The items of a streamed answer: one message or thought is open at a time, and any number of calls. */
export interface OpenItems {
  readonly writer: EventWriter;
  readonly losses: LossList;
  /** The client asked for summaries and looks for thoughts there. */
  readonly asSummary: boolean;
  readonly calls: Map<number, OpenCall>;
  current: OpenMessage | OpenThought | undefined;
  /** What the latest thought's first event said. */
  thoughtBlock: ThoughtBlock | undefined;
  /** Chances of tokens whose text has not begun. */
  readonly early: TokenLogprob[];
  said: SaidKinds;
}

export function createOpenItems(writer: EventWriter, losses: LossList, asSummary: boolean): OpenItems {
  return {
    writer,
    losses,
    asSummary,
    calls: new Map(),
    current: undefined,
    thoughtBlock: undefined,
    early: [],
    said: { hasRefusal: false, endsWithCall: false },
  };
}

/** Ends whatever is open; what the model was at with `status`. */
export function endItems(items: OpenItems, status: string): string {
  const ended =
    closeCurrent(items, status) + [...items.calls.values()].map((open) => open.end(status)).join("");
  items.calls.clear();
  if (items.early.length > 0) items.losses.leftOut("choices[0].logprobs.text", "the texts had ended");
  return ended;
}

/** Pieces of a text do not say which chances are theirs: they stand with the part that is open, or the next one. */
export function writeTokens({ current, early }: OpenItems, tokens: readonly TokenLogprob[]): void {
  if (current?.kind === "message") current.tokens(tokens);
  else early.push(...tokens);
}

export function closeCurrent(items: OpenItems, status = "completed"): string {
  const ended = items.current?.end(status) ?? "";
  items.current = undefined;
  return ended;
}

/** The message that is open, or a new one; the second value begins it. */
export function messageOf(items: OpenItems): readonly [OpenMessage, string] {
  items.said = { ...items.said, endsWithCall: false };
  if (items.current?.kind === "message") return [items.current, ""];
  const ended = closeCurrent(items);
  const [message, begun] = openMessage(items.writer, items.losses);
  items.current = message;
  return [message, ended + begun];
}

/** Where a block stands in the shared form. */
export function pathOf(block: number): string {
  return `choices[0].parts[${block}]`;
}
