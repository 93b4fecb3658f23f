import { nestsDeeper } from "../lib/json-depth.ts";
import { codingsOf, unpackBody } from "./body-decoding.ts";
import { RelayError } from "./relay-error.ts";

const BYTES_PER_MB = 1024 * 1024;

/**
 * The client's body, whole and unpacked, at most `limitBytes` before and after. A body that says it is larger is refused
 * unread; one that does not say is read only up to the bound. JSON that nests without end is refused here, before anything
 * walks through it. Throws body.too-large, body.encoding, body.corrupt, body.incomplete, body.not-json.
 */
export async function readClientBody(request: Request, limitBytes: number): Promise<Uint8Array> {
  const codings = codingsOf(request.headers.get("content-encoding"));
  let sent: Uint8Array;
  try {
    sent = await readSent(request, limitBytes);
  } catch (error) {
    // A sender that leaves in the middle is no fault of the gateway's.
    throw error instanceof RelayError ? error : new RelayError("body.incomplete");
  }
  const bytes =
    codings === undefined || sent.byteLength === 0
      ? sent
      : await unpackBody(sent, codings, { limitBytes, tooLarge: () => tooLarge(limitBytes) });
  if (nestsDeeper(bytes) && !isForm(request))
    throw new RelayError("body.not-json", { reason: "it is nested too deeply" });
  return bytes;
}

/** Files hold any bytes. */
function isForm({ headers }: Request): boolean {
  return headers.get("content-type")?.toLowerCase().startsWith("multipart/") ?? false;
}

function readSent(request: Request, limitBytes: number): Promise<Uint8Array> {
  const told = request.headers.get("content-length");
  if (told === null) return readBounded(request, limitBytes);
  if (Number(told) > limitBytes) throw tooLarge(limitBytes);
  return request.bytes();
}

async function readBounded(request: Request, limitBytes: number): Promise<Uint8Array> {
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > limitBytes) {
      await reader.cancel();
      throw tooLarge(limitBytes);
    }
    chunks.push(value);
  }
  return Buffer.concat(chunks, size);
}

function tooLarge(limitBytes: number): RelayError {
  return new RelayError("body.too-large", { limitMb: Math.floor(limitBytes / BYTES_PER_MB) });
}
