import { EgressError, egressReason } from "../../lib/egress/egress-error.ts";
import type { OpenExchange, UpstreamAnswer, UpstreamExchange } from "../../lib/egress/upstream-exchange.ts";
import { UpstreamFault } from "../../lib/egress/upstream-fault.ts";
import { RelayError } from "../relay-error.ts";
import { faultReason } from "../upstream-fault.ts";

/** How files that requests refer to are fetched. */
export interface MediaFetching {
  /** Under the policy for addresses that users typed: public ones only. */
  openExchange: OpenExchange;
  /** For one request, all its files together; 0 = none are fetched. */
  maxBytes: number;
  /** For one request. */
  maxFiles: number;
  /** For one file, its redirects included. */
  timeoutMs: number;
}

/** A file as it came. */
export interface DownloadedFile {
  readonly host: string;
  /** What its server says it is. */
  readonly declaredType: string;
  /** Enough of its beginning to see what it is. */
  readonly head: Uint8Array;
  readonly bytes: number;
  readonly base64: string;
}

export interface Download {
  /** Rejects with RelayError, or UpstreamFault `aborted` after `abort`. */
  readonly file: Promise<DownloadedFile>;
  abort(): void;
}

/** What is left of a request's bytes; shared by its downloads. */
export interface DownloadBudget {
  leftBytes: number;
}

const MAX_REDIRECTS = 5;
const HEAD_BYTES = 4096;
const BYTES_PER_MB = 1024 * 1024;

/** Fetches a file with nothing of the client's own; each redirect is a request of its own under the same policy. */
export function startDownload(url: string, budget: DownloadBudget, fetching: MediaFetching): Download {
  let current: UpstreamExchange | undefined;
  let timedOut = false;
  let isStopped = false;
  const abort = () => {
    isStopped = true;
    current?.abort();
  };
  const timer = setTimeout(() => {
    timedOut = true;
    abort();
  }, fetching.timeoutMs);

  const open = (at: string): UpstreamExchange => {
    if (isStopped) throw new UpstreamFault("aborted", "stopped");
    const headers = { accept: "*/*" };
    current = fetching.openExchange({ method: "GET", url: at, headers, redirects: "answer" });
    return current;
  };

  async function run(): Promise<DownloadedFile> {
    try {
      const answer = await followed(url, open);
      return await readFile(answer, hostOf(url), budget, fetching);
    } catch (error) {
      current?.abort();
      if (timedOut) throw unreachable(url, "it took too long");
      throw refusalOf(error, url);
    } finally {
      clearTimeout(timer);
    }
  }
  return { file: run(), abort };
}

/** The answer at the end of the redirects. */
async function followed(url: string, open: (at: string) => UpstreamExchange): Promise<UpstreamAnswer> {
  let at = url;
  for (let redirects = 0; ; redirects += 1) {
    const exchange = open(at);
    const answer = await exchange.answer;
    const location = answer.status >= 300 && answer.status < 400 ? answer.headers.get("location") : null;
    if (location === null) {
      if (answer.ok) return answer;
      throw unreachable(url, `HTTP ${answer.status}`);
    }
    exchange.abort();
    if (redirects === MAX_REDIRECTS) throw unreachable(url, "it redirects too often");
    if (!URL.canParse(location, at)) throw unreachable(url, "it redirects to no address");
    at = new URL(location, at).href;
  }
}

async function readFile(
  answer: UpstreamAnswer,
  host: string,
  budget: DownloadBudget,
  { maxBytes }: MediaFetching,
): Promise<DownloadedFile> {
  const tooLarge = () => new RelayError("media.too-large", { limitMb: Math.round(maxBytes / BYTES_PER_MB) });
  if (Number(answer.headers.get("content-length") ?? 0) > budget.leftBytes) throw tooLarge();
  const pieces: Uint8Array[] = [];
  for (let piece = await answer.read(); piece !== undefined; piece = await answer.read()) {
    budget.leftBytes -= piece.length;
    if (budget.leftBytes < 0) throw tooLarge();
    pieces.push(piece);
  }
  const whole = Buffer.concat(pieces);
  return {
    host,
    declaredType: answer.headers.get("content-type") ?? "",
    head: Uint8Array.from(whole.subarray(0, HEAD_BYTES)),
    bytes: whole.length,
    base64: whole.toString("base64"),
  };
}

function refusalOf(error: unknown, url: string): unknown {
  if (error instanceof EgressError) return unreachable(url, egressReason(error.code));
  if (error instanceof UpstreamFault && error.code !== "aborted") return unreachable(url, faultReason(error));
  return error;
}

/** Only the host is named: the rest of an address may hold a secret. */
function unreachable(url: string, reason: string): RelayError {
  return new RelayError("media.unreachable", { host: hostOf(url), reason });
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : "?";
}
