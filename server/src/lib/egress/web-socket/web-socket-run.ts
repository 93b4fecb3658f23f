import type { AllowedHost } from "../allowed-host.ts";
import type { EgressPolicy } from "../egress-policy.ts";
import { createAnswerParser, endAnswer, feedAnswer } from "../http-client/answer-parser.ts";
import { parseSwitchHead } from "../http-client/answer-head.ts";
import { connectFault, lossFault, mayTryNextAddress } from "../http-client/connection-faults.ts";
import { requestPath } from "../http-client/request-path.ts";
import { closeConnection, openConnection, sendOn } from "../http-client/upstream-connection.ts";
import type { Connection, ConnectionEnd } from "../http-client/upstream-connection.ts";
import { UpstreamFault } from "../upstream-fault.ts";
import { checkHandshake, handshakeRequest, newHandshakeKey } from "./opening-handshake.ts";
import { createOpenSocket } from "./open-socket.ts";
import type {
  OpenedUpgrade,
  RefusedUpgrade,
  WebSocketOpening,
  WebSocketRequest,
} from "./upstream-web-socket.ts";

const MAX_HEAD_BYTES = 64 * 1024;
const MAX_REFUSAL_BYTES = 64 * 1024;
const HEAD_END = Buffer.from("\r\n\r\n");
/** As much of a status line as tells a switch of protocols. */
const SWITCH = /^HTTP\/1\.1 101[ \r]/;
const SWITCH_LENGTH = 13;

/** One opening, from the look-up to the server's word. */
interface Opening {
  readonly request: WebSocketRequest;
  readonly maxMessageBytes: number;
  readonly key: string;
  readonly result: PromiseWithResolvers<OpenedUpgrade | RefusedUpgrade>;
  connection: Connection | undefined;
  isOver: boolean;
}

/** See `openWebSocket`. */
export function startWebSocket(
  request: WebSocketRequest,
  policy: EgressPolicy,
  maxMessageBytes: number,
): WebSocketOpening {
  const opening: Opening = {
    request,
    maxMessageBytes,
    key: newHandshakeKey(),
    result: Promise.withResolvers(),
    connection: undefined,
    isOver: false,
  };
  policy.resolveAllowed(request.url).then(
    (host) => connectTo(opening, host),
    (error: unknown) => fail(opening, error),
  );
  return {
    outcome: opening.result.promise,
    abort: () => fail(opening, new UpstreamFault("aborted", "stopped")),
  };
}

function connectTo(opening: Opening, host: AllowedHost): void {
  if (opening.isOver) return;
  const { request, key } = opening;
  let bytes: Buffer;
  try {
    const hostHeader = host.hostHeader ?? host.origin.slice(host.origin.indexOf("://") + 3);
    bytes = handshakeRequest(requestPath(request.url, host.origin), hostHeader, request.headers, key);
  } catch (error) {
    fail(opening, error);
    return;
  }
  let failedAddresses = 0;
  const connect = () => {
    const reading = readAnswer(opening);
    opening.connection = openConnection(host.endpoint(), {
      connected(connection) {
        if (!sendOn(connection, bytes, undefined, 0))
          fail(opening, lossFault(connection.endpoint, false, undefined));
      },
      received: reading.received,
      closed(connection, end) {
        if (opening.isOver) return;
        if (end.connectFault === undefined) {
          reading.closed(connection, end);
          return;
        }
        host.avoid(connection.endpoint.origin);
        failedAddresses += 1;
        if (mayTryNextAddress(end, failedAddresses, host.addressCount)) connect();
        else fail(opening, connectFault(connection.endpoint, end));
      },
    });
  };
  connect();
}

/** Reads the answer's first bytes until they tell a switch, and then its head; or an answer like any other. */
function readAnswer(opening: Opening) {
  let pending: Buffer | undefined = Buffer.alloc(0);
  const refusal = readRefusal(opening);
  const received = (connection: Connection, data: Buffer) => {
    if (opening.isOver) return;
    if (!pending) {
      refusal.received(data);
      return;
    }
    pending = pending.length === 0 ? data : Buffer.concat([pending, data]);
    try {
      if (pending.length < SWITCH_LENGTH) return;
      if (SWITCH.test(pending.toString("latin1", 0, SWITCH_LENGTH))) {
        switchProtocols(opening, connection, pending);
        return;
      }
      const begun = pending;
      pending = undefined;
      refusal.received(begun);
    } catch (error) {
      fail(opening, error);
    }
  };
  const closed = (connection: Connection, end: ConnectionEnd) => {
    if (!refusal.end(end.isClean)) fail(opening, lossFault(connection.endpoint, false, end));
  };
  return { received, closed };
}

function switchProtocols(opening: Opening, connection: Connection, bytes: Buffer): void {
  const end = bytes.indexOf(HEAD_END);
  if (end < 0) {
    if (bytes.length > MAX_HEAD_BYTES) throw new UpstreamFault("too-large", "the answer's head is too large");
    return;
  }
  const headers = parseSwitchHead(bytes.toString("latin1", 0, end + 2));
  if (!headers) throw new UpstreamFault("invalid", "the answer is no WebSocket handshake");
  checkHandshake(headers, opening.key);
  opening.isOver = true;
  const first = bytes.subarray(end + HEAD_END.length);
  opening.result.resolve({
    kind: "open",
    socket: createOpenSocket(connection, Buffer.from(first), opening.maxMessageBytes),
  });
}

/** Any other answer, with as much of its body as errors have. */
function readRefusal(opening: Opening) {
  const parser = createAnswerParser(false);
  const parts: Uint8Array[] = [];
  let bytes = 0;
  const finish = () => {
    const { head } = parser;
    if (!head || opening.isOver) return;
    opening.isOver = true;
    if (opening.connection) closeConnection(opening.connection);
    const body = Buffer.concat(parts).subarray(0, MAX_REFUSAL_BYTES);
    opening.result.resolve({ kind: "refused", status: head.status, headers: head.headers, body });
  };
  return {
    received(data: Buffer) {
      try {
        const piece = feedAnswer(parser, data);
        if (piece) parts.push(piece);
        bytes += piece?.length ?? 0;
      } catch (error) {
        fail(opening, error);
        return;
      }
      if (parser.isComplete || bytes > MAX_REFUSAL_BYTES) finish();
    },
    /** The connection is closed: false when that broke the answer off before its body began. */
    end(isClean: boolean): boolean {
      if (isClean) endAnswer(parser);
      finish();
      return opening.isOver;
    },
  };
}

function fail(opening: Opening, error: unknown): void {
  if (opening.isOver) return;
  opening.isOver = true;
  if (opening.connection) closeConnection(opening.connection);
  // Whoever aborts may no longer wait.
  opening.result.promise.catch(() => undefined);
  opening.result.reject(error);
}
