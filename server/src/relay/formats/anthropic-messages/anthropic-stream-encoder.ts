import type { Usage } from "../../../pricing/usage.ts";
import { withKeptFields } from "../chat/body-fields.ts";
import type { ChatEvent, StartEvent } from "../chat/chat-event.ts";
import type { ChatStreamEncoder, EncodeContext } from "../chat/chat-format.ts";
import { createLossList } from "../chat/chat-loss.ts";
import type { LossList } from "../chat/chat-loss.ts";
import { sseText } from "../chat/sse-text.ts";
import { messageHead } from "./anthropic-answer-encoder.ts";
import { createBlockWriter } from "./anthropic-block-writer.ts";
import { encodeAnthropicError } from "./anthropic-error.ts";
import { deltaFields, encodeFinish } from "./anthropic-finish.ts";
import type { DecodedFinish } from "./anthropic-finish.ts";
import { writeAnswerTier } from "./anthropic-service-tier.ts";
import { encodeUsage, reportUsageLosses } from "./anthropic-usage-encoder.ts";

const DIALECT = "anthropic";

/** Writes a stream of the Messages API. The last `message_delta` and `message_stop` wait for `end`. */
export function createAnthropicStreamEncoder(context: EncodeContext): ChatStreamEncoder {
  const losses = createLossList();
  const blocks = createBlockWriter(losses);
  let start: StartEvent | undefined;
  let finish: DecodedFinish = { finish: { reason: "other" } };
  let usage: Usage | undefined;

  const begin = (event: StartEvent): string => {
    if (start) return "";
    start = event;
    return messageStart(event, context, losses);
  };
  const ensureStart = (): string => begin(fallbackStart(context));

  return {
    push(event) {
      switch (event.type) {
        case "start":
          return begin(event);
        case "usage":
          usage = event.usage ?? usage;
          return "";
        case "error":
          return "";
        default:
          break;
      }
      if (isLeftOut(event, losses)) return "";
      if (event.type === "finish") {
        finish = event;
        return "";
      }
      return ensureStart() + blocks.push(event);
    },
    end() {
      const text = ensureStart() + blocks.end();
      reportUsageLosses(usage, losses);
      const { delta, beside } = deltaFields(encodeFinish(finish, losses));
      const last = { type: "message_delta", delta, ...beside, usage: encodeUsage(usage) };
      return text + sseText(last, "message_delta") + sseText({ type: "message_stop" }, "message_stop");
    },
    fail: (error, requestId) => sseText(encodeAnthropicError(error, requestId), "error"),
    losses: () => losses.list(),
  };
}

type InChoice = Exclude<ChatEvent, { type: "start" | "usage" | "error" }>;

/** The dialect gives one answer, without probabilities. */
function isLeftOut(event: InChoice, losses: LossList): event is Extract<InChoice, { type: "logprobs" }> {
  if (event.choice !== 0) losses.leftOut(`choices[${event.choice}]`, `${DIALECT} gives one answer`);
  else if (event.type === "logprobs") losses.leftOut("choices[0].logprobs", `${DIALECT} has no word for it`);
  else return false;
  return true;
}

function fallbackStart({ requestId, createdAtSeconds, request }: EncodeContext): StartEvent {
  return { type: "start", id: requestId, createdAtSeconds, model: request.model };
}

/** Clients read here how much went in, before the upstream has told. The last `message_delta` has the true figure. */
function messageStart(event: StartEvent, { promptTokens }: EncodeContext, losses: LossList): string {
  const message = {
    ...messageHead(event),
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: {
      input_tokens: promptTokens?.() ?? 0,
      output_tokens: 0,
      ...writeAnswerTier(event.serviceTier, losses),
    },
  };
  const kept = losses.extensions("", event.extensions, DIALECT);
  return sseText({ type: "message_start", message: withKeptFields(message, kept) }, "message_start");
}
