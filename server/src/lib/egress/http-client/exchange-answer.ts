import type { UpstreamAnswer } from "../upstream-exchange.ts";
import type { AnswerHead } from "./answer-head.ts";
import type { AnswerHeaders } from "./answer-headers.ts";
import { readAll, readPiece, refuseBody, takeWhole } from "./body-inflow.ts";
import type { BodyInflow, ReadPiece } from "./body-inflow.ts";
import { decodedRead } from "./decoded-body.ts";

/** An answer whose head has arrived, over what comes in of its body. */
export function exchangeAnswer(head: AnswerHead, inflow: BodyInflow): UpstreamAnswer {
  return new ExchangeAnswer(head, inflow);
}

/** A class, because every exchange makes one. */
class ExchangeAnswer implements UpstreamAnswer {
  readonly status: number;
  readonly ok: boolean;
  readonly headers: AnswerHeaders;
  readonly #head: AnswerHead;
  readonly #inflow: BodyInflow;
  /** Undefined where nothing has to be decoded. */
  readonly #decoded: ReadPiece | undefined;

  constructor(head: AnswerHead, inflow: BodyInflow) {
    this.status = head.status;
    this.ok = head.status >= 200 && head.status < 300;
    this.headers = head.headers;
    this.#head = head;
    this.#inflow = inflow;
    const isPlain = head.contentEncoding === undefined || head.bodyEnd === 0;
    this.#decoded = isPlain ? undefined : decodedInflow(inflow, head.contentEncoding);
  }

  bytes(maxBytes: number): Uint8Array | Promise<Uint8Array> {
    const { bodyEnd } = this.#head;
    const inflow = this.#inflow;
    if (this.#decoded !== undefined) return readAll(this.#decoded, maxBytes, inflow.source);
    if (typeof bodyEnd === "number" && bodyEnd > maxBytes) return refused(inflow, maxBytes);
    return takeWhole(inflow, maxBytes) ?? readAll(() => readPiece(inflow), maxBytes, inflow.source);
  }

  read(): ReturnType<ReadPiece> {
    return this.#decoded === undefined ? readPiece(this.#inflow) : this.#decoded();
  }
}

async function refused(inflow: BodyInflow, maxBytes: number): Promise<never> {
  return refuseBody(inflow.source, maxBytes);
}

function decodedInflow(inflow: BodyInflow, contentEncoding: string | undefined): ReadPiece {
  return decodedRead(() => readPiece(inflow), contentEncoding);
}
