import { AppError } from "../lib/app-error.ts";
import { nestsDeeper } from "../lib/json-depth.ts";

const BYTES_PER_KB = 1024;
/** What a body may be before and after its sender is known. */
export const ANONYMOUS_BODY_MAX_BYTES = 512 * BYTES_PER_KB;
export const CALLER_BODY_MAX_BYTES = 4096 * BYTES_PER_KB;

/**
 * Reads a JSON body of bounded size. Throws `input.body-too-large` (413), `input.body-not-labelled` (415: a form sent
 * from another site cannot carry the JSON type) or `input.body-not-json` (400).
 */
export async function readJsonBody(request: Request, maxBytes: number): Promise<unknown> {
  const mediaType = (request.headers.get("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase();
  if (mediaType !== "application/json") throw new AppError("input.body-not-labelled", {}, { status: 415 });
  const bytes = await readBounded(request, maxBytes);
  if (nestsDeeper(bytes)) throw new AppError("input.body-not-json", {}, { status: 400 });
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new AppError("input.body-not-json", {}, { status: 400 });
  }
}

async function readBounded(request: Request, maxBytes: number): Promise<Uint8Array> {
  const tooLarge = () =>
    new AppError("input.body-too-large", { limitKb: maxBytes / BYTES_PER_KB }, { status: 413 });
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let length = 0;
  // A body may come without a length, or be longer than it said.
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength;
    if (length > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
