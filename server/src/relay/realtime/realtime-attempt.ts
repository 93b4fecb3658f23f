import type {
  UpstreamWebSocket,
  WebSocketOpening,
  WebSocketRequest,
} from "../../lib/egress/web-socket/upstream-web-socket.ts";
import type { OutboundSocket } from "../../lib/egress/outbound.ts";
import type { RelayChannel } from "../../resources/channels/relay-channels.ts";
import type { AttemptDeps } from "../attempt.ts";
import { broken, failed, failedWithStatus, refusedBySetting, refusedByUpstream } from "../failed-attempt.ts";
import type { FailedAttempt } from "../failed-attempt.ts";
import { jsonObject } from "../../lib/json-object.ts";
import { openAiErrorMessage } from "../formats/openai/openai-error.ts";
import { watchIdle } from "../idle-watch.ts";
import { CHAT_FORMATS } from "../lanes/chat-formats.ts";
import { overridesOf } from "../overrides/channel-overrides.ts";
import type { UpstreamTarget } from "../providers/provider.ts";
import { providerOf } from "../providers/providers.ts";
import type { RelayCall } from "../relay-call.ts";
import { RelayError } from "../relay-error.ts";
import { mapModel } from "../routing/model-mapping.ts";
import { withoutKey } from "../upstream-fault.ts";
import { firstMessage } from "./first-message.ts";
import { betaHeader } from "./realtime-request.ts";

/** An upstream's socket is open, and it has not begun with an error; it is paused. */
export interface OpenedSession {
  readonly kind: "session";
  readonly channel: RelayChannel;
  readonly upstreamModel: string;
  readonly socket: UpstreamWebSocket;
  /** What it said first; undefined where it waits for the client. */
  readonly first: string | Uint8Array | undefined;
}

/** How long a vendor may take to greet. Longer is no fault: then nobody waits for it. */
const GREETING_MS = 3000;

export interface RealtimeAttemptDeps extends Pick<AttemptDeps, "streamingTimeoutMs"> {
  /** Never follows a redirect, never reaches a metadata address. */
  openWebSocket(request: OutboundSocket): WebSocketOpening;
}

/** Opens a session at one channel. Never throws for an upstream's fault. */
export async function attemptRealtime(
  call: RelayCall,
  channel: RelayChannel,
  deps: RealtimeAttemptDeps,
): Promise<OpenedSession | FailedAttempt> {
  const upstreamModel = mapModel(channel.modelMapping, call.request.model);
  if (upstreamModel === undefined)
    return failed(channel, undefined, new RelayError("mapping.cycle", { channel: channel.id }));
  const target = providerOf(channel.type)?.realtime?.(channel, upstreamModel);
  if (!target)
    return failed(channel, undefined, new RelayError("upstream.unsupported", { operation: "realtime" }));
  const request = requestFor(call, channel, upstreamModel, target);
  if ("kind" in request) return request;
  const opening = deps.openWebSocket({ ...request, proxy: channel.proxy });
  let timedOut = false;
  const limit = watchIdle(deps.streamingTimeoutMs, () => {
    timedOut = true;
    opening.abort();
  });
  call.client.watch(opening.abort);
  try {
    const outcome = await opening.outcome;
    return outcome.kind === "open"
      ? await greeted(call, { channel, upstreamModel, socket: outcome.socket })
      : refusedBy(channel, outcome.status, outcome.headers, outcome.body);
  } catch (error) {
    return timedOut
      ? failed(channel, undefined, new RelayError("upstream.timeout"))
      : broken(channel, error, call.client.hasLeft);
  } finally {
    call.client.unwatch();
    limit.stop();
  }
}

/** Until an upstream has greeted, nothing has been sent to the client, and another channel may do. */
async function greeted(
  { client }: RelayCall,
  session: Omit<OpenedSession, "kind" | "first">,
): Promise<OpenedSession | FailedAttempt> {
  const { channel, socket } = session;
  const word = await firstMessage(socket, client, GREETING_MS);
  const body = word.kind === "message" && typeof word.data === "string" ? jsonObject(word.data) : undefined;
  const isError = body?.["type"] === "error";
  if (!isError && word.kind !== "closed" && !client.hasLeft)
    return { kind: "session", ...session, first: word.kind === "message" ? word.data : undefined };
  socket.terminate();
  if (client.hasLeft) return broken(channel, undefined, true);
  if (!isError) return failed(channel, undefined, new RelayError("upstream.truncated"));
  const reason = withoutKey(openAiErrorMessage(body) ?? "the session was refused", channel);
  return failedWithStatus(channel, 502, new RelayError("upstream.error", { reason }), { reply: { body } });
}

/** The request as the channel's settings change it, or what they answer in its place: of a session's there is no body. */
function requestFor(
  { request, headers }: RelayCall,
  channel: RelayChannel,
  upstreamModel: string,
  target: UpstreamTarget,
): WebSocketRequest | FailedAttempt {
  const own = { ...target.headers, ...betaHeader(headers) };
  const overrides = overridesOf(channel.setting);
  if (!overrides) return { url: target.url, headers: own };
  const changed = overrides.apply(
    { headers: own, body: "{}" },
    {
      operation: "realtime",
      dialect: "openai-chat",
      originalModel: request.model,
      upstreamModel,
      apiKey: channel.key,
      headers,
    },
  );
  return "request" in changed
    ? { url: target.url, headers: changed.request.headers }
    : refusedBySetting(channel, changed.refusal);
}

const decoder = new TextDecoder();

/** An answer in place of the switch: an error like that of any other call. */
function refusedBy(
  channel: RelayChannel,
  status: number,
  headers: { get(name: string): string | null },
  bytes: Uint8Array,
): FailedAttempt {
  const body = jsonObject(decoder.decode(bytes));
  const error =
    openAiErrorMessage(body) === undefined
      ? undefined
      : CHAT_FORMATS["openai-chat"].decodeError(status, body);
  return refusedByUpstream(channel, { status, headers, bytes }, { error, body });
}
