import type { Behaviour, RequestMatch } from "./behaviour.ts";
import type { RecordedRequest } from "./request-recorder.ts";

/** A behaviour, or a function that decides by the request. */
export type BehaviourSource = Behaviour | ((request: RecordedRequest) => Behaviour);

export interface BehaviourChoice {
  enqueue(...sources: readonly BehaviourSource[]): void;
  when(match: RequestMatch, source: BehaviourSource): void;
  setDefault(source: BehaviourSource): void;
  choose(request: RecordedRequest): Behaviour;
  clear(): void;
}

/** Chooses per request: the next of the queue, else the newest rule that matches, else the default. */
export function createBehaviourChoice(): BehaviourChoice {
  const queue: BehaviourSource[] = [];
  const rules: { match: RequestMatch; source: BehaviourSource }[] = [];
  let fallback: BehaviourSource = {};

  return {
    enqueue(...sources) {
      queue.push(...sources);
    },
    when(match, source) {
      rules.unshift({ match, source });
    },
    setDefault(source) {
      fallback = source;
    },
    choose(request) {
      const source =
        queue.shift() ?? rules.find((rule) => isMatched(rule.match, request))?.source ?? fallback;
      return typeof source === "function" ? source(request) : source;
    },
    clear() {
      queue.length = 0;
      rules.length = 0;
      fallback = {};
    },
  };
}

function isMatched(match: RequestMatch, request: RecordedRequest): boolean {
  return (
    (match.model === undefined || match.model === request.model) &&
    (match.key === undefined || match.key === request.key) &&
    (match.path === undefined || match.path === request.path)
  );
}
