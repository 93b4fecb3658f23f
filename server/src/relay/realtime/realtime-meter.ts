import { countTokens } from "../../pricing/token-count/count-tokens.ts";
import { usageOf } from "../../pricing/usage.ts";
import type { Usage } from "../../pricing/usage.ts";
import {
  givenPiece,
  producedPiece,
  responseIdOf,
  SESSION_AT_FIRST,
  sessionFactsOf,
} from "../formats/openai-realtime/realtime-event.ts";
import type { Piece, SessionFacts } from "../formats/openai-realtime/realtime-event.ts";
import type { Fields } from "../formats/reported-usage.ts";

/** A response that has begun and is not done. */
export interface RunningResponse {
  readonly startedAtMs: number;
  /** On `performance.now()`'s scale. */
  readonly startedTickMs: number;
  firstTickMs: number | undefined;
}

/** Knows which responses run, and counts what passes for those of which the upstream will never tell its use. */
export interface RealtimeMeter {
  readonly running: ReadonlyMap<string, RunningResponse>;
  readonly session: SessionFacts;
  hearClient(event: Fields): void;
  hearServer(event: Fields): void;
  /** What a running response has used as far as it can be seen here; undefined when it has produced nothing. */
  counted(responseId: string): Usage | undefined;
  /** The response is over: what was given for it is used up. */
  done(responseId: string): void;
}

/** https://platform.openai.com/docs/guides/realtime-costs: a token for 100 ms that is heard, for 50 ms that is spoken. */
const HEARD_TOKENS_PER_SECOND = 10;
const SPOKEN_TOKENS_PER_SECOND = 20;
/** More text than any answer has; what is above it is not counted. */
const TEXT_MAX_LENGTH = 1_000_000;

interface Heap {
  text: string;
  audioBytes: number;
}

type Counted = RunningResponse & { readonly produced: Heap };

export function createRealtimeMeter(model: string, nowMs: () => number): RealtimeMeter {
  const running = new Map<string, Counted>();
  let session = SESSION_AT_FIRST;
  let given: Heap = { text: "", audioBytes: 0 };
  return {
    running,
    get session() {
      return session;
    },
    hearClient: (event) => add(given, givenPiece(event)),
    hearServer(event) {
      session = sessionFactsOf(event) ?? session;
      if (event["type"] === "response.created")
        running.set(responseIdOf(event), {
          startedAtMs: nowMs(),
          startedTickMs: performance.now(),
          firstTickMs: undefined,
          produced: { text: "", audioBytes: 0 },
        });
      const piece = producedPiece(event);
      const response = running.get(responseIdOf(event));
      if (!response || (piece.text === "" && piece.audioBytes === 0)) return;
      response.firstTickMs ??= performance.now();
      add(response.produced, piece);
    },
    counted(responseId) {
      const produced = running.get(responseId)?.produced;
      if (!produced || (produced.text === "" && produced.audioBytes === 0)) return undefined;
      const spoken = produced.audioBytes / session.spokenBytesPerSecond;
      const heard = given.audioBytes / session.heardBytesPerSecond;
      return usageOf({
        requests: 1,
        source: "counted",
        input: {
          uncached: countTokens(model, given.text).tokens,
          audio: Math.ceil(heard * HEARD_TOKENS_PER_SECOND),
        },
        output: {
          text: countTokens(model, produced.text).tokens,
          audio: Math.ceil(spoken * SPOKEN_TOKENS_PER_SECOND),
        },
      });
    },
    done(responseId) {
      running.delete(responseId);
      given = { text: "", audioBytes: 0 };
    },
  };
}

function add(heap: Heap, { text, audioBytes }: Piece): void {
  if (text !== "" && heap.text.length < TEXT_MAX_LENGTH) heap.text += text.slice(0, TEXT_MAX_LENGTH);
  heap.audioBytes += audioBytes;
}
