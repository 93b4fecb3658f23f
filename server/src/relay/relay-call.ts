import type { Language } from "@tollgate/contract/errors";
import type { AttemptRecord } from "./attempt.ts";
import type { ClientPresence } from "./client-presence.ts";
import type { OpenAiRequest } from "./formats/openai/openai-request.ts";
import type { Rate } from "../pricing/rate.ts";
import type { TokenIdentity } from "../resources/tokens/token-identities.ts";

/** One relayed call as it goes through the pipeline. What is decided once stays: prices and group do not change under it. */
export interface RelayCall {
  readonly requestId: string;
  readonly path: string;
  readonly ip: string;
  /** Unix milliseconds, and the same moment on `performance.now()`'s scale. */
  readonly startedAtMs: number;
  readonly startedTickMs: number;
  /** The language of errors; read from the headers only when there is an error to tell. */
  language(): Language;
  readonly client: ClientPresence;
  readonly identity: TokenIdentity;
  readonly group: string;
  readonly request: OpenAiRequest;
  readonly rate: Rate;
  /** Units held while the call runs. */
  readonly heldQuota: number;
  /** Every attempt so far, in order. */
  readonly attempts: AttemptRecord[];
}
