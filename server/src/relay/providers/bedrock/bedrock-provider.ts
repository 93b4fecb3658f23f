import { UpstreamFault } from "../../../lib/egress/upstream-fault.ts";
import type { UpstreamAnswer } from "../../../lib/egress/upstream-exchange.ts";
import { readBedrockKey } from "@tollgate/contract/bedrock-key";
import type { BedrockKey } from "@tollgate/contract/bedrock-key";
import type { RelayChannel } from "../../../resources/channels/relay-channels.ts";
import type { UpstreamDialect } from "../../formats/chat/chat-dialect.ts";
import { isCoded } from "../../formats/media/coded-operation.ts";
import { anthropicTarget, CLAUDE_SUFFIXES, claudeVersion } from "../claude-models.ts";
import { cloudAnthropicRequest } from "../cloud-anthropic-request.ts";
import { retoldStream, rewrittenAnswer } from "../answer-in-other-words.ts";
import { bedrockTakesBeta } from "../cloud-betas.ts";
import { CredentialError } from "../credential-error.ts";
import type { Provider, ProviderCall } from "../provider.ts";
import { clockOffsetMs, learnsClock } from "./aws-clock.ts";
import { errorInDialect } from "./bedrock-errors.ts";
import { eventOfFrame } from "./bedrock-events.ts";
import { bedrockDialect, bedrockModelId, converseTarget } from "./bedrock-models.ts";
import { authorized } from "./bedrock-signing.ts";
import { createFrameReader } from "./event-stream-frames.ts";
import { invokedCodec } from "./bedrock-media.ts";

/**
 * AWS Bedrock. Claude is invoked in Anthropic's words, OpenAI's models are called on the side that speaks their dialect, and
 * with all others goes Converse; embeddings, pictures and reranks are invoked in the words of their models. An address replaces the region's own, for endpoints within a network.
 * Source: https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-anthropic-claude-messages.html,
 * …/inference-chat-completions.html, …/api-keys-use.html
 */
export const bedrockProvider: Provider = {
  chatDialects: ["anthropic", "bedrock-converse", "openai-chat"],
  onlyDialect: bedrockDialect,
  reportsStreamUsage: () => true,
  chatTarget: (model) => ({
    anthropic: { ...anthropicTarget(model), jsonSchema: claudeVersion(model) >= 4.05 },
    bedrockConverse: converseTarget(model),
    openAiChat: { thoughts: "none", cacheHints: "none", extraSampling: false },
  }),
  suffixes: () => CLAUDE_SUFFIXES,
  // Neither interface takes addresses of the web.
  inlineMedia: {
    anthropic: { kinds: ["image", "file"], isAlways: true },
    "bedrock-converse": { kinds: ["image", "video", "file"] },
  },
  passedHeaders: { anthropic: ["anthropic-beta"] },
  takesBeta: bedrockTakesBeta,
  mediaCodec: (operation, model) => invokedCodec(operation, model),
  target: (channel, call) =>
    call.operation === "chat" || (isCoded(call.operation) && invokedCodec(call.operation, call.model))
      ? { url: urlOf(channel, call), headers: isFramed(call) ? { accept: EVENT_STREAM } : {} }
      : undefined,
  async finish(request, { channel, call, nowMs }) {
    const key = readBedrockKey(channel.key);
    if (!key) throw new CredentialError("the key is not AccessKey|SecretKey|Region or ApiKey|Region");
    const written =
      call.dialect === "anthropic"
        ? cloudAnthropicRequest(request, {
            version: "bedrock-2023-05-31",
            without: ["model", "stream"],
            betasInBody: true,
          })
        : request;
    return {
      request: await authorized(written, key, nowMs() + clockOffsetMs(request.url)),
      isWorthRepeating: (answer) => learnsClock(answer, request.url, nowMs()),
      unwrap: (answer) => unwrapped(answer, call.dialect, key),
    };
  },
};

function unwrapped(answer: UpstreamAnswer, dialect: UpstreamDialect, key: BedrockKey): UpstreamAnswer {
  if (!answer.ok)
    return rewrittenAnswer(answer, (bytes) => errorInDialect(dialect, answer, bytes, secretsOf(key)));
  return answer.headers.get("content-type")?.includes(EVENT_STREAM)
    ? retoldStream(answer, "text/event-stream", eventReader(answer, dialect))
    : answer;
}

const EVENT_STREAM = "application/vnd.amazon.eventstream";

/** The side that speaks OpenAI's dialect streams server-sent events. */
function isFramed({ dialect, stream }: ProviderCall): boolean {
  return stream && dialect !== "openai-chat";
}

function urlOf({ key, baseUrl }: RelayChannel, { operation, dialect, model, stream }: ProviderCall): string {
  const region = readBedrockKey(key)?.region ?? "us-east-1";
  const root = baseUrl || `https://bedrock-runtime.${region}.${domainOf(region)}`;
  if (operation !== "chat") return `${root}/model/${encodeURIComponent(model)}/invoke`;
  if (dialect === "openai-chat") return `${root}/openai/v1/chat/completions`;
  const id = encodeURIComponent(bedrockModelId(model, region));
  if (dialect === "bedrock-converse") return `${root}/model/${id}/${stream ? "converse-stream" : "converse"}`;
  return `${root}/model/${id}/${stream ? "invoke-with-response-stream" : "invoke"}`;
}

function domainOf(region: string): string {
  return region.startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com";
}

/** What AWS quotes of a credential in its errors. */
function secretsOf(key: BedrockKey): readonly string[] {
  return key.kind === "bearer"
    ? [key.token]
    : [key.accessKeyId, key.secretAccessKey, ...(key.sessionToken === undefined ? [] : [key.sessionToken])];
}

function eventReader(answer: UpstreamAnswer, dialect: UpstreamDialect): UpstreamAnswer["read"] {
  const frames = createFrameReader();
  return async () => {
    for (;;) {
      const piece = await answer.read();
      if (!piece) {
        if (frames.isMidFrame()) throw new UpstreamFault("truncated", "the event stream ends within a frame");
        return undefined;
      }
      const events = frames.push(piece).flatMap((frame) => eventOfFrame(frame, dialect) ?? []);
      if (events.length > 0) return Buffer.concat(events);
    }
  };
}
