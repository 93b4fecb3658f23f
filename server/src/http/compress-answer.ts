import { promisify } from "node:util";
import { gzip } from "node:zlib";

const gzipAsync = promisify(gzip);
/** Below it the header costs more than the bytes saved. */
const COMPRESSED_FROM_BYTES = 4096;
const FAST = 4;

/**
 * Compresses a long answer for a client that takes gzip, off the main thread. Only for answers that cannot be asked
 * for by another site (the console's API), so that their length tells nobody about their content.
 */
export async function compressAnswer(request: Request, response: Response): Promise<Response> {
  if (!/\bgzip\b/.test(request.headers.get("accept-encoding") ?? "")) return response;
  const body = Buffer.from(await response.arrayBuffer());
  const { status, headers } = response;
  if (body.byteLength < COMPRESSED_FROM_BYTES) return new Response(body, { status, headers });
  headers.set("content-encoding", "gzip");
  headers.set("vary", "accept-encoding");
  return new Response(await gzipAsync(body, { level: FAST }), { status, headers });
}
