import type { Language } from "@tollgate/contract/errors";
import type { AttemptRecord } from "./attempt.ts";
import type { ClientPresence } from "./client-presence.ts";
import type { ClientRequest } from "./formats/client-request.ts";
import type { CallTicket } from "./limits/call-ticket.ts";
import type { RequestMedia } from "./media/request-media.ts";
import type { Rate } from "../pricing/rate.ts";
import type { TokenIdentity } from "../resources/tokens/token-identities.ts";

/** The price of a call in a group. */
export interface PricedGroup {
  readonly group: string;
  readonly rate: Rate;
}
export type PricedGroups = readonly [PricedGroup, ...PricedGroup[]];

/** One relayed call as it goes through the pipeline. What is decided once stays: prices do not change under it. */
export interface RelayCall {
  readonly requestId: string;
  /** The realtime session that it is a part of: the id of the request that opened it. */
  readonly sessionId?: string | undefined;
  readonly path: string;
  readonly ip: string;
  /** Unix milliseconds, and the same moment on `performance.now()`'s scale. */
  readonly startedAtMs: number;
  readonly startedTickMs: number;
  /** The language of errors; read from the headers only when there is an error to tell. */
  language(): Language;
  readonly client: ClientPresence;
  /** The client's own, for upstreams that some of them go on to. */
  readonly headers: Pick<Headers, "get">;
  /** Names the conversation that the call goes on with; undefined when nothing tells. */
  conversation(): string | undefined;
  readonly identity: TokenIdentity;
  /** Whose channels may serve it, in order, each with its price. */
  readonly groups: PricedGroups;
  /** The one whose channels do, and its price: the first until an attempt goes to another. */
  readonly group: string;
  readonly request: ClientRequest;
  readonly rate: Rate;
  /** Units held while the call runs. */
  readonly heldQuota: number;
  /** What the call has taken of its limits; undefined where none is set. */
  readonly limits?: CallTicket | undefined;
  /** What the request refers to by address, fetched once for all attempts. */
  readonly remoteMedia?: RequestMedia | undefined;
  /** Every attempt so far, in order. */
  readonly attempts: AttemptRecord[];
}

/** The call as it is when a channel of the group serves it. */
export function callInGroup(call: RelayCall, group: string): RelayCall {
  if (group === call.group) return call;
  const priced = call.groups.find((known) => known.group === group);
  return priced ? { ...call, ...priced } : call;
}
