import type { StreamMeter } from "../formats/openai/openai-stream-meter.ts";
import type { Loss } from "../formats/chat/chat-loss.ts";
import type { RelayError } from "../relay-error.ts";

/** A streamed answer on its way from the upstream's dialect to the client's, and what is learnt of it. */
export interface AnswerStream extends StreamMeter {
  /** What the client gets for the event that was seen last and passes. */
  output(event: Uint8Array): Uint8Array;
  /** The client's last bytes of a whole answer; `events`: the upstream's, from the one that ends it. */
  ending(events: readonly Uint8Array[]): readonly Uint8Array[];
  /** The client's last bytes where the upstream reports a failure; `events`: the upstream's, from the one that says so. */
  failing(events: readonly Uint8Array[]): readonly Uint8Array[];
  /** The last bytes of an answer that breaks off: an error in the client's dialect. */
  errorEvent(error: RelayError): Uint8Array;
  /** What the client's dialect could not say. */
  losses(): readonly Loss[];
}
