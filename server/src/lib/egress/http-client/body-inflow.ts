import { UpstreamFault } from "../upstream-fault.ts";

/** Where a body comes from; it can be held back and given up. */
export interface InflowSource {
  pause(): void;
  resume(): void;
  /** Nothing more of it is wanted. */
  stop(fault: UpstreamFault): void;
}

/** A body on its way from the connection to its reader. */
export interface BodyInflow {
  readonly source: InflowSource;
  readonly pieces: Uint8Array[];
  queuedBytes: number;
  hasEnded: boolean;
  fault: UpstreamFault | undefined;
  waiting: PromiseWithResolvers<Uint8Array | undefined> | undefined;
}

export type ReadPiece = () => Uint8Array | undefined | Promise<Uint8Array | undefined>;

/** What may wait for a reader before the peer is held back. */
const MAX_QUEUED_BYTES = 64 * 1024;

export function createBodyInflow(source: InflowSource): BodyInflow {
  return { source, pieces: [], queuedBytes: 0, hasEnded: false, fault: undefined, waiting: undefined };
}

export function pushPiece(inflow: BodyInflow, piece: Uint8Array): void {
  const { waiting } = inflow;
  if (waiting !== undefined) {
    inflow.waiting = undefined;
    waiting.resolve(piece);
    return;
  }
  inflow.pieces.push(piece);
  inflow.queuedBytes += piece.length;
  if (inflow.queuedBytes >= MAX_QUEUED_BYTES) inflow.source.pause();
}

/** The body is whole. */
export function endInflow(inflow: BodyInflow): void {
  inflow.hasEnded = true;
  inflow.waiting?.resolve(undefined);
  inflow.waiting = undefined;
}

/** The body broke off: what arrived can still be read, then comes the fault. After an abort nothing can be read. */
export function breakInflow(inflow: BodyInflow, fault: UpstreamFault): void {
  if (inflow.hasEnded || inflow.fault !== undefined) return;
  inflow.fault = fault;
  if (fault.code === "aborted") inflow.pieces.length = 0;
  inflow.waiting?.reject(fault);
  inflow.waiting = undefined;
}

/** The next piece, undefined at the end; without a promise when it is there already. One reader at a time. */
export function readPiece(inflow: BodyInflow): Uint8Array | undefined | Promise<Uint8Array | undefined> {
  const piece = inflow.pieces.shift();
  if (piece !== undefined) {
    inflow.queuedBytes -= piece.length;
    if (inflow.queuedBytes < MAX_QUEUED_BYTES) inflow.source.resume();
    return piece;
  }
  if (inflow.hasEnded) return undefined;
  if (inflow.fault !== undefined) return Promise.reject(inflow.fault);
  if (inflow.waiting !== undefined)
    return Promise.reject(new Error("a body is read by one reader at a time"));
  inflow.waiting = Promise.withResolvers();
  return inflow.waiting.promise;
}

/** All that `read` brings, as one piece of memory; one that arrived whole is not copied. Throws `too-large`. */
export async function readAll(read: ReadPiece, maxBytes: number, source: InflowSource): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const piece = await read();
    if (piece === undefined) break;
    length += piece.length;
    if (length > maxBytes) refuseBody(source, maxBytes);
    pieces.push(piece);
  }
  const [first] = pieces;
  return pieces.length === 1 && first !== undefined ? first : Buffer.concat(pieces, length);
}

/** The same for a body that came with its head: without waiting. */
export function takeWhole(inflow: BodyInflow, maxBytes: number): Uint8Array | undefined {
  if (!inflow.hasEnded || inflow.pieces.length > 1 || inflow.queuedBytes > maxBytes) return undefined;
  inflow.queuedBytes = 0;
  return inflow.pieces.pop() ?? new Uint8Array();
}

/** Stops a body that is larger than allowed. Throws `too-large`. */
export function refuseBody(source: InflowSource, maxBytes: number): never {
  const fault = new UpstreamFault("too-large", `the answer is larger than ${maxBytes} bytes`);
  source.stop(fault);
  throw fault;
}
