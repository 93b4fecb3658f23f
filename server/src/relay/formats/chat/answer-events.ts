import type { ChatAnswer, ChatChoice } from "./chat-answer.ts";
import type { ChatEvent } from "./chat-event.ts";
import type { AssistantPart } from "./chat-part.ts";

/**
 * A whole answer as the events of a stream, one piece a part: for clients that stream where the upstream cannot.
 * `collectAnswer` is its inverse.
 */
export function answerEvents(answer: ChatAnswer): ChatEvent[] {
  const { id, createdAtSeconds, model, serviceTier, extensions } = answer;
  return [
    {
      type: "start",
      id,
      createdAtSeconds,
      model,
      ...(serviceTier !== undefined && { serviceTier }),
      ...(extensions && { extensions }),
    },
    ...answer.choices.flatMap(choiceEvents),
    ...(answer.usage === undefined && answer.rawUsage === undefined
      ? []
      : [
          {
            type: "usage" as const,
            raw: answer.rawUsage,
            ...(answer.usage && { usage: answer.usage }),
          },
        ]),
  ];
}

function choiceEvents({ index: choice, parts, finish, logprobs, extensions }: ChatChoice): ChatEvent[] {
  const events = parts.flatMap((part, block) => [
    ...partEvents(part, choice, block),
    { type: "block-end" as const, choice, block },
  ]);
  if (logprobs?.text) events.push({ type: "logprobs", choice, of: "text", tokens: logprobs.text });
  if (logprobs?.refusal) events.push({ type: "logprobs", choice, of: "refusal", tokens: logprobs.refusal });
  events.push({ type: "finish", choice, finish, ...(extensions && { extensions }) });
  return events;
}

function partEvents(part: AssistantPart, choice: number, block: number): ChatEvent[] {
  const events: ChatEvent[] = [];
  switch (part.type) {
    case "text":
      events.push({ type: "text-delta", choice, block, text: part.text });
      for (const annotation of part.annotations ?? [])
        events.push({ type: "annotation", choice, block, annotation });
      break;
    case "refusal":
      events.push({ type: "refusal-delta", choice, block, text: part.text });
      break;
    case "reasoning": {
      const { text, id, isSummary, encrypted } = part;
      events.push({
        type: "reasoning-delta",
        choice,
        block,
        text,
        ...(id !== undefined && { id }),
        ...(isSummary !== undefined && { isSummary }),
      });
      if (encrypted) events.push({ type: "encrypted", choice, block, encrypted });
      break;
    }
    case "tool-call": {
      const { id, name, isCustom } = part;
      events.push({
        type: "tool-call-start",
        choice,
        block,
        id,
        name,
        ...(isCustom !== undefined && { isCustom }),
      });
      events.push({ type: "tool-call-delta", choice, block, arguments: part.arguments });
      break;
    }
    default:
      return [{ type: "part", choice, block, part }];
  }
  if ("signature" in part && part.signature)
    events.push({ type: "signature", choice, block, signature: part.signature });
  return events;
}
