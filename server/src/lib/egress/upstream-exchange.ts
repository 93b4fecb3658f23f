import type { EgressPolicy } from "./egress-policy.ts";
import { EgressError } from "./egress-error.ts";
import { fetchUpstream } from "./fetch-upstream.ts";
import { UpstreamFault } from "./upstream-fault.ts";
import type { UpstreamFaultCode } from "./upstream-fault.ts";

export interface UpstreamRequest {
  readonly method: "GET" | "POST" | "DELETE" | "PUT" | "PATCH" | "HEAD";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
}

/** Names are lower-case. */
export interface UpstreamHeaders {
  get(name: string): string | null;
  has(name: string): boolean;
}

/** An answer whose head has arrived. Its body is read to the end, or the exchange aborted: else the peer waits on. */
export interface UpstreamAnswer {
  readonly status: number;
  readonly ok: boolean;
  readonly headers: UpstreamHeaders;
  /** The whole body. Throws UpstreamFault, `truncated` or `too-large` above all. */
  bytes(maxBytes: number): Promise<Uint8Array>;
  /** The next piece as it arrived, undefined at the body's proper end. Throws UpstreamFault when it broke off. */
  read(): Promise<Uint8Array | undefined>;
}

export interface UpstreamExchange {
  /** When the head has arrived. Rejects with EgressError (refused by policy) or UpstreamFault. */
  readonly answer: Promise<UpstreamAnswer>;
  /** Stops at once: whatever waits rejects with `aborted`. Harmless when over. */
  abort(): void;
}

/** Sends a request to an address that the policy allows; see `fetchUpstream` for redirects and connections. */
export function openExchange(request: UpstreamRequest, policy: EgressPolicy): UpstreamExchange {
  const controller = new AbortController();
  const answer = send(request, policy, controller.signal);
  // Whoever aborts may no longer wait for the answer.
  answer.catch(() => {});
  return { answer, abort: () => controller.abort() };
}

async function send(
  { url, method, headers, body }: UpstreamRequest,
  policy: EgressPolicy,
  signal: AbortSignal,
): Promise<UpstreamAnswer> {
  try {
    const init = { method, headers, signal };
    const response = await fetchUpstream(url, body === undefined ? init : { ...init, body }, policy);
    return answerOf(response);
  } catch (error) {
    throw faultOf(error, "reset");
  }
}

function answerOf(response: Response): UpstreamAnswer {
  const { status, ok, headers } = response;
  let reader: Pick<ReadableStreamDefaultReader<Uint8Array>, "read" | "cancel"> | undefined;
  const read = async () => {
    try {
      reader ??= response.body?.getReader();
      return (await reader?.read())?.value;
    } catch (error) {
      throw faultOf(error, "truncated");
    }
  };
  return {
    status,
    ok,
    headers,
    read,
    async bytes(maxBytes) {
      const told = headers.get("content-length");
      if (told === null) return readBounded(read, maxBytes, () => reader?.cancel());
      if (Number(told) > maxBytes) {
        await response.body?.cancel();
        throw tooLarge(maxBytes);
      }
      const bytes = await response.bytes().catch((error: unknown) => {
        throw faultOf(error, "truncated");
      });
      // With an encoding the announced length is that of the compressed bytes, which the runtime has checked.
      if (bytes.byteLength < Number(told) && !headers.has("content-encoding"))
        throw new UpstreamFault("truncated", "the body is shorter than announced");
      return bytes;
    },
  };
}

async function readBounded(
  read: UpstreamAnswer["read"],
  maxBytes: number,
  cancel: () => Promise<void> | undefined,
): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const piece = await read();
    if (!piece) return pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces, size);
    size += piece.byteLength;
    if (size > maxBytes) {
      await cancel();
      throw tooLarge(maxBytes);
    }
    pieces.push(piece);
  }
}

function tooLarge(maxBytes: number): UpstreamFault {
  return new UpstreamFault("too-large", `the answer is larger than ${maxBytes} bytes`);
}

/** The runtime's codes. */
const CODES: Readonly<Record<string, UpstreamFaultCode>> = {
  ECONNREFUSED: "refused",
  ENOTFOUND: "not-found",
  ETIMEDOUT: "connect-timeout",
  EPROTO: "tls",
  InvalidHTTPResponse: "invalid",
  ZlibError: "compression",
};

/** `brokenOff`: what a closed connection means at this stage. */
function faultOf(error: unknown, brokenOff: "reset" | "truncated"): Error {
  if (error instanceof EgressError || error instanceof UpstreamFault) return error;
  if (!(error instanceof Error)) return new UpstreamFault("unreachable", String(error));
  const code = "code" in error ? String(error.code) : "";
  return new UpstreamFault(kindOf(error, code, brokenOff), error.message, error);
}

function kindOf(error: Error, code: string, brokenOff: "reset" | "truncated"): UpstreamFaultCode {
  if (error.name === "AbortError") return "aborted";
  if (code === "ECONNRESET") return brokenOff;
  if (/CERT|SSL|TLS/.test(code)) return "tls";
  return CODES[code] ?? "unreachable";
}
