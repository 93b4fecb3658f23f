import { RelayError } from "./relay-error.ts";

/**
 * An upstream's whole body, at most `maxBytes`. A body that ends before the length it announced is an error, and so is
 * one that is too large. Throws upstream.truncated, upstream.invalid, or the network's own error.
 */
export async function readUpstreamBody(response: Response, maxBytes: number): Promise<Uint8Array> {
  const told = response.headers.get("content-length");
  if (told !== null && Number(told) > maxBytes) {
    await response.body?.cancel();
    throw new RelayError("upstream.invalid", { reason: `it is larger than ${maxBytes} bytes` });
  }
  if (told !== null) {
    const bytes = await response.bytes();
    // With an encoding the announced length is that of the compressed bytes, which the runtime has checked.
    if (bytes.byteLength < Number(told) && !response.headers.has("content-encoding"))
      throw new RelayError("upstream.truncated");
    return bytes;
  }
  return readBounded(response, maxBytes);
}

async function readBounded(response: Response, maxBytes: number): Promise<Uint8Array> {
  if (!response.body) return new Uint8Array();
  const reader = response.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size);
    size += value.byteLength;
    if (size > maxBytes) {
      await reader.cancel();
      throw new RelayError("upstream.invalid", { reason: `it is larger than ${maxBytes} bytes` });
    }
    chunks.push(value);
  }
}
