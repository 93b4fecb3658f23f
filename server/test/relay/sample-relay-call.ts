import { NEVER_EXPIRES, TokenStatus, UserStatus } from "@tollgate/contract/statuses";
import { tokenRate } from "../../src/pricing/rate-fixtures.ts";
import { readOpenAiRequest } from "../../src/relay/formats/openai/openai-request.ts";
import type { ClientOperation, ClientRequest } from "../../src/relay/formats/client-request.ts";
import { clientOf } from "../../src/relay/client-presence.ts";
import type { ClientPresence } from "../../src/relay/client-presence.ts";
import type { RelayCall } from "../../src/relay/relay-call.ts";
import type { RelayChannel } from "../../src/resources/channels/relay-channels.ts";
import type { TokenIdentity } from "../../src/resources/tokens/token-identities.ts";

/** An enabled user's enabled token without any restriction, with what a test says about it. */
export function sampleIdentity(parts: Partial<TokenIdentity> = {}): TokenIdentity {
  return {
    tokenId: 3,
    tokenName: "key",
    userId: 2,
    username: "ada",
    userRole: 1,
    userStatus: UserStatus.enabled,
    userGroup: "default",
    tokenGroup: "",
    autoGroups: [],
    crossGroupRetry: false,
    tokenStatus: TokenStatus.enabled,
    expiredTime: NEVER_EXPIRES,
    unlimited: false,
    modelLimits: undefined,
    allowIps: undefined,
    ...parts,
  };
}

/** A channel as the relay sees it. */
export function sampleRelayChannel(parts: Partial<RelayChannel> = {}): RelayChannel {
  return {
    id: 7,
    name: "Main",
    type: 1,
    status: 1,
    key: "sk-channel",
    baseUrl: "http://upstream.test",
    groups: ["default"],
    models: ["chat"],
    modelMapping: new Map(),
    statusCodeMapping: new Map(),
    priority: 0,
    weight: 0,
    autoBan: true,
    organization: "",
    other: "",
    setting: {},
    testModel: "",
    ...parts,
  };
}

/** A request read from a body, which is given as a value or as text. */
export function sampleRequest(
  body: object | string = {},
  operation: ClientOperation = "chat",
): ClientRequest {
  const whole = { model: "chat", messages: [{ role: "user", content: "Hello" }], ...Object(body) };
  return readOpenAiRequest(operation, Buffer.from(typeof body === "string" ? body : JSON.stringify(whole)));
}

/** A call that is being answered. */
export function sampleCall(parts: Partial<RelayCall> = {}): RelayCall {
  const rate = tokenRate({ modelRatio: 2, completionRatio: 3 });
  return {
    requestId: "20260101000000000abcdefghijkl",
    path: "/v1/chat/completions",
    ip: "192.0.2.1",
    startedAtMs: 1_700_000_000_000,
    startedTickMs: 0,
    language: () => "en",
    client: clientOf(new AbortController()),
    headers: new Headers(),
    conversation: () => undefined,
    identity: sampleIdentity(),
    groups: [{ group: "default", rate }],
    group: "default",
    request: sampleRequest(),
    rate,
    heldQuota: 1000,
    attempts: [],
    ...parts,
  };
}

/** A client whose leaving is noticed at once. */
export function sampleClient(signal: AbortSignal): ClientPresence {
  let watching: (() => void) | undefined;
  const unwatch = () => {
    if (watching) signal.removeEventListener("abort", watching);
  };
  return {
    get hasLeft() {
      return signal.aborted;
    },
    watch(onLeft) {
      unwatch();
      if (signal.aborted) return onLeft();
      watching = onLeft;
      signal.addEventListener("abort", onLeft, { once: true });
    },
    unwatch,
  };
}
