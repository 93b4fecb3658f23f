import type { Usage } from "../../../pricing/usage.ts";
import type { ChatFinish } from "../chat/chat-answer.ts";
import type { ChatStreamEncoder } from "../chat/chat-format.ts";
import { createLossList } from "../chat/chat-loss.ts";
import { sseText } from "../chat/sse-text.ts";
import { reportHead } from "./converse-answer-encoder.ts";
import { createConverseBlockWriter } from "./converse-block-writer.ts";
import { encodeConverseError } from "./converse-error.ts";
import { encodeFinish } from "./converse-finish.ts";
import { encodeUsage } from "./converse-usage-encoder.ts";

const DIALECT = "bedrock-converse";

/** Writes a stream of ConverseStream, as its decoder reads it. `messageStop` and `metadata` wait for `end`. */
export function createConverseStreamEncoder(): ChatStreamEncoder {
  const losses = createLossList();
  const blocks = createConverseBlockWriter(losses);
  let isStarted = false;
  let finish: ChatFinish = { reason: "other" };
  let usage: Usage | undefined;
  const start = (): string => {
    if (isStarted) return "";
    isStarted = true;
    reportHead(losses);
    return sseText({ role: "assistant" }, "messageStart");
  };
  return {
    push(event) {
      switch (event.type) {
        case "start":
          if (event.serviceTier !== undefined) losses.leftOut("serviceTier", "a stream does not tell it");
          losses.extensions("", event.extensions, DIALECT);
          return start();
        case "usage":
          usage = event.usage ?? usage;
          return "";
        case "error":
          return "";
        default:
          break;
      }
      if (event.choice !== 0) {
        losses.leftOut(`choices[${event.choice}]`, `${DIALECT} gives one answer`);
        return "";
      }
      if (event.type === "logprobs") {
        losses.leftOut("choices[0].logprobs", `${DIALECT} has no word for it`);
        return "";
      }
      if (event.type !== "finish") return start() + blocks.push(event);
      ({ finish } = event);
      losses.extensions("choices[0]", event.extensions, DIALECT);
      return "";
    },
    end() {
      const text = start() + blocks.end();
      const stop = sseText({ stopReason: encodeFinish(finish, losses) }, "messageStop");
      const last = usage ? { usage: encodeUsage(usage, losses) } : {};
      return text + stop + sseText(last, "metadata");
    },
    fail: (error, requestId) => sseText(encodeConverseError(error, requestId), "error"),
    losses: () => losses.list(),
  };
}
