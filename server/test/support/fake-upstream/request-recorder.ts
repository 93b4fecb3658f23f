import { createConditionWaiter } from "./condition-waiter.ts";
import type { UpstreamRequest } from "./dialect.ts";

/**
 * How far the answer to a request is: `open` until its last byte was given to the system (`answered`),
 * the client closed the connection before that (`client-closed`), or a fault or stop() did (`cut-by-upstream`).
 */
export type RequestState = "open" | "answered" | "client-closed" | "cut-by-upstream";

/** One request as it was received. `state`, `endedAtMs` and `piecesSent` are live. */
export interface RecordedRequest extends UpstreamRequest {
  readonly index: number;
  readonly model: string | undefined;
  /** Which connection it came on, counted from 0. Equal numbers show that a connection was used again. */
  readonly connectionIndex: number;
  /** On the clock of `performance.now()`, as `endedAtMs`. */
  readonly receivedAtMs: number;
  readonly state: RequestState;
  readonly endedAtMs: number | undefined;
  /** Pieces of the body written: a JSON body is one; a stream's events are one each, and its ending one. */
  readonly piecesSent: number;
}

/** The recorder's own handle on a request it recorded. */
export interface OpenRecord {
  readonly request: RecordedRequest;
  piecesSent(count: number): void;
  end(state: Exclude<RequestState, "open">): void;
}

export interface RequestRecorder {
  readonly requests: readonly RecordedRequest[];
  /** Requests received, also those that are not kept. */
  readonly requestCount: number;
  readonly openConnections: number;
  connectionOpened(): number;
  connectionClosed(): void;
  open(request: UpstreamRequest, model: string | undefined, connectionIndex: number): OpenRecord;
  waitForRequest(requestIndex: number, timeoutMs: number): Promise<RecordedRequest>;
  waitForClientClose(requestIndex: number, timeoutMs: number): Promise<RecordedRequest>;
  waitForOpenConnections(count: number, timeoutMs: number): Promise<void>;
  /** Rejects what is still waited for. */
  giveUp(reason: string): void;
  /** Forgets the requests and rejects what is still waited for. */
  clear(reason: string): void;
}

/** Remembers requests and connections for assertions. `isKept: false` only counts them. */
export function createRequestRecorder(isKept: boolean): RequestRecorder {
  const requests: RecordedRequest[] = [];
  const waiter = createConditionWaiter();
  let requestCount = 0;
  let openConnections = 0;
  let connectionCount = 0;

  return {
    requests,
    get requestCount() {
      return requestCount;
    },
    get openConnections() {
      return openConnections;
    },
    connectionOpened() {
      openConnections += 1;
      waiter.changed();
      return connectionCount++;
    },
    connectionClosed() {
      openConnections -= 1;
      waiter.changed();
    },
    open(request, model, connectionIndex) {
      const record = openRecord(request, model, connectionIndex, requestCount++, waiter.changed);
      if (isKept) requests.push(record.request);
      waiter.changed();
      return record;
    },
    waitForRequest(requestIndex, timeoutMs) {
      return waiter.until(`request ${requestIndex}`, timeoutMs, () => requests[requestIndex]);
    },
    waitForClientClose(requestIndex, timeoutMs) {
      return waiter.until(`the client to leave request ${requestIndex}`, timeoutMs, () => {
        const request = requests[requestIndex];
        if (request === undefined || request.state === "open") return undefined;
        if (request.state === "client-closed") return request;
        throw new Error(`Request ${requestIndex} ended as ${request.state}, not by the client.`);
      });
    },
    async waitForOpenConnections(count, timeoutMs) {
      await waiter.until(`${count} open connections`, timeoutMs, () =>
        openConnections === count ? true : undefined,
      );
    },
    giveUp: waiter.giveUp,
    clear(reason) {
      requests.length = 0;
      requestCount = 0;
      waiter.giveUp(reason);
    },
  };
}

function openRecord(
  received: UpstreamRequest,
  model: string | undefined,
  connectionIndex: number,
  index: number,
  changed: () => void,
): OpenRecord {
  let state: RequestState = "open";
  let endedAtMs: number | undefined;
  let piecesSent = 0;
  const live = {
    index,
    model,
    connectionIndex,
    receivedAtMs: performance.now(),
    get state() {
      return state;
    },
    get endedAtMs() {
      return endedAtMs;
    },
    get piecesSent() {
      return piecesSent;
    },
  };
  return {
    // assign() onto `live` keeps its getters; a spread would freeze their present values
    request: Object.assign(live, received),
    piecesSent(count) {
      piecesSent += count;
    },
    end(ended) {
      if (state !== "open") return;
      state = ended;
      endedAtMs = performance.now();
      changed();
    },
  };
}
