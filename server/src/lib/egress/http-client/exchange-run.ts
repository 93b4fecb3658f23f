import type { AllowedHost } from "../allowed-host.ts";
import type { EgressPolicy } from "../egress-policy.ts";
import type { AnswerHead } from "./answer-head.ts";
import { createAnswerParser, endAnswer, feedAnswer } from "./answer-parser.ts";
import type { AnswerParser } from "./answer-parser.ts";
import { breakInflow, createBodyInflow, endInflow, pushPiece } from "./body-inflow.ts";
import type { BodyInflow, InflowSource } from "./body-inflow.ts";
import { connectFault, lossFault, mayTryNextAddress } from "./connection-faults.ts";
import { exchangeAnswer } from "./exchange-answer.ts";
import { keepIdle, takeIdle } from "./idle-connections.ts";
import { isRedirect, redirectTarget } from "./redirect-target.ts";
import { requestBytes } from "./request-bytes.ts";
import type { RequestBytes } from "./request-bytes.ts";
import { requestPath } from "./request-path.ts";
import { sendInTurn } from "./sending-turn.ts";
import type { Sender } from "./sending-turn.ts";
import {
  closeConnection,
  openConnection,
  pauseConnection,
  resumeConnection,
  sendOn,
} from "./upstream-connection.ts";
import type { Connection, ConnectionEnd, ConnectionUser } from "./upstream-connection.ts";
import type { UpstreamAnswer, UpstreamExchange, UpstreamRequest } from "../upstream-exchange.ts";
import { UpstreamFault } from "../upstream-fault.ts";

/** One exchange with all its attempts, from the request to the end of the answer's body. */
interface ExchangeRun extends ConnectionUser, InflowSource, Sender {
  readonly request: UpstreamRequest;
  readonly policy: EgressPolicy;
  readonly outcome: PromiseWithResolvers<UpstreamAnswer>;
  /** GET and HEAD: sent twice is as good as once. */
  readonly isReading: boolean;
  url: string;
  redirects: number;
  /** Addresses of the host at `url` that could not be connected to. */
  failedAddresses: number;
  hasRepeated: boolean;
  host: AllowedHost | undefined;
  bytes: RequestBytes | undefined;
  connection: Connection | undefined;
  parser: AnswerParser;
  inflow: BodyInflow | undefined;
  /** The last byte has arrived, or it failed. */
  isOver: boolean;
}

/** See `openExchange`. */
export function startExchange(request: UpstreamRequest, policy: EgressPolicy): UpstreamExchange {
  const isReading = request.method === "GET" || request.method === "HEAD";
  const run: ExchangeRun = {
    request,
    policy,
    outcome: Promise.withResolvers(),
    isReading,
    url: request.url,
    redirects: 0,
    failedAddresses: 0,
    hasRepeated: false,
    host: undefined,
    bytes: undefined,
    connection: undefined,
    parser: createAnswerParser(request.method === "HEAD"),
    inflow: undefined,
    isOver: false,
    send,
    connected: transmit,
    received,
    closed,
    pause,
    resume,
    stop,
  };
  findHost(run);
  return { answer: run.outcome.promise, abort: () => run.stop(new UpstreamFault("aborted", "stopped")) };
}

/** A host that is known is used without waiting. */
function findHost(run: ExchangeRun): void {
  const known = run.policy.allowedNow(run.url);
  if (known !== null) {
    sendTo(run, known);
    return;
  }
  run.policy.resolveAllowed(run.url).then(
    (host) => sendTo(run, host),
    (error: unknown) => fail(run, error),
  );
}

function sendTo(run: ExchangeRun, host: AllowedHost): void {
  if (run.isOver) return;
  run.host = host;
  try {
    const hostHeader = host.hostHeader ?? host.origin.slice(host.origin.indexOf("://") + 3);
    run.bytes = requestBytes(run.request, requestPath(run.url, host.origin), hostHeader);
  } catch (error) {
    fail(run, error);
    return;
  }
  sendInTurn(run);
}

function send(this: ExchangeRun): void {
  const { host } = this;
  if (this.isOver || host === undefined) return;
  try {
    const endpoint = host.endpoint();
    let idle = takeIdle(endpoint, this.isReading, performance.now());
    // One that refuses the first byte was closed a moment ago; nothing was sent on it.
    while (idle !== undefined && !transmitOn(this, idle))
      idle = takeIdle(endpoint, this.isReading, performance.now());
    if (idle === undefined) connect(this, host);
  } catch (error) {
    // The others of the turn still go out.
    fail(this, error);
  }
}

function transmitOn(run: ExchangeRun, connection: Connection): boolean {
  const { bytes } = run;
  if (bytes === undefined) return false;
  run.connection = connection;
  connection.user = run;
  return sendOn(connection, bytes.first, bytes.rest, bytes.restOffset);
}

function connect(run: ExchangeRun, host: AllowedHost): void {
  run.connection = openConnection(host.endpoint(), run);
}

function transmit(this: ExchangeRun, connection: Connection): void {
  if (!transmitOn(this, connection)) lose(this, connection, undefined);
}

function received(this: ExchangeRun, connection: Connection, data: Buffer): void {
  let piece: Buffer | undefined;
  try {
    piece = feedAnswer(this.parser, data);
  } catch (error) {
    fail(this, error);
    return;
  }
  const { head, isComplete } = this.parser;
  if (head === undefined) return;
  if (this.inflow === undefined) {
    const isFollowed = this.request.redirects === undefined && isRedirect(head.status);
    if (isFollowed && follow(this, connection, head)) return;
    this.inflow = createBodyInflow(this);
    // Nothing is sent again from here on.
    this.bytes = undefined;
    if (piece !== undefined) pushPiece(this.inflow, piece);
    if (isComplete) complete(this, connection, this.inflow);
    this.outcome.resolve(exchangeAnswer(head, this.inflow));
    return;
  }
  if (piece !== undefined) pushPiece(this.inflow, piece);
  if (isComplete) complete(this, connection, this.inflow);
}

function complete(run: ExchangeRun, connection: Connection, inflow: BodyInflow): void {
  run.isOver = true;
  release(run, connection);
  endInflow(inflow);
}

/** Keeps the connection if nothing is left on it of this exchange. */
function release(run: ExchangeRun, connection: Connection): void {
  const { head, isComplete, hasExcess } = run.parser;
  run.connection = undefined;
  const isClear = isComplete && !hasExcess && connection.unsent === undefined && !connection.hasEnded;
  if (isClear && head?.keepsAlive === true) keepIdle(connection, head.keepAliveSeconds, performance.now());
  else closeConnection(connection);
}

/** Goes on to where a redirect leads. False when it leads nowhere: then it is an answer like others. */
function follow(run: ExchangeRun, connection: Connection, head: AnswerHead): boolean {
  const location = head.headers.get("location");
  if (location === null) return false;
  release(run, connection);
  try {
    run.url = redirectTarget(run.url, location, run.isReading, run.redirects);
  } catch (error) {
    fail(run, error);
    return true;
  }
  run.redirects += 1;
  run.failedAddresses = 0;
  run.hasRepeated = false;
  run.parser = createAnswerParser(run.parser.isAnswerToHead);
  findHost(run);
  return true;
}

function closed(this: ExchangeRun, connection: Connection, end: ConnectionEnd): void {
  if (this.isOver) return;
  this.connection = undefined;
  if (end.connectFault !== undefined) passOver(this, connection, end);
  else if (this.inflow !== undefined && end.isClean && endAnswer(this.parser)) {
    this.isOver = true;
    endInflow(this.inflow);
  } else lose(this, connection, end);
}

/** There was no connection, so nothing was sent: another address may do, unless it was no accident. */
function passOver(run: ExchangeRun, connection: Connection, end: ConnectionEnd): void {
  const { host } = run;
  if (host === undefined) return;
  host.avoid(connection.endpoint.origin);
  run.failedAddresses += 1;
  if (mayTryNextAddress(end, run.failedAddresses, host.addressCount)) connect(run, host);
  else fail(run, connectFault(connection.endpoint, end));
}

/** The connection broke. Only what cannot have been received, or may be received twice, is sent again, and once. */
function lose(run: ExchangeRun, connection: Connection, end: ConnectionEnd | undefined): void {
  const { host } = run;
  const isRepeatable = run.isReading || connection.sentBytes === 0;
  if (connection.isReused && !run.parser.hasBegun && isRepeatable && !run.hasRepeated && host !== undefined) {
    run.hasRepeated = true;
    connect(run, host);
    return;
  }
  if (run.inflow === undefined) host?.avoid(connection.endpoint.origin);
  fail(run, lossFault(connection.endpoint, run.inflow !== undefined, end));
}

function fail(run: ExchangeRun, error: unknown): void {
  if (run.isOver) return;
  run.isOver = true;
  const { connection } = run;
  run.connection = undefined;
  if (connection !== undefined) closeConnection(connection);
  if (run.inflow !== undefined) {
    // After the head only this client's own faults come here.
    breakInflow(run.inflow, error as UpstreamFault);
    return;
  }
  // Whoever aborts may no longer wait for the answer.
  run.outcome.promise.catch(() => undefined);
  run.outcome.reject(error);
}

function pause(this: ExchangeRun): void {
  if (this.connection !== undefined) pauseConnection(this.connection);
}

function resume(this: ExchangeRun): void {
  if (this.connection !== undefined) resumeConnection(this.connection);
}

function stop(this: ExchangeRun, fault: UpstreamFault): void {
  fail(this, fault);
}
