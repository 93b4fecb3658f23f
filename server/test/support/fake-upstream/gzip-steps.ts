import { constants, crc32, deflateRawSync } from "node:zlib";

import type { WireStep } from "./wire-plan.ts";

/** RFC 1952: magic, deflate, no flags, no time, no extra flags, unknown system. */
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/**
 * One gzip stream over all payloads, each of which can be unpacked as soon as it has arrived.
 * The container is written here because node:zlib flushes piece by piece only asynchronously.
 */
export function gzipSteps(steps: readonly WireStep[]): readonly WireStep[] {
  const plain = Buffer.concat(steps.map((step) => step.payload));
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(plain), 0);
  trailer.writeUInt32LE(plain.length, 4);
  return steps.map((step, index) => {
    const isLast = index === steps.length - 1;
    const finishFlush = isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH;
    const parts = [deflateRawSync(step.payload, { finishFlush })];
    if (index === 0) parts.unshift(GZIP_HEAD);
    if (isLast) parts.push(trailer);
    return { ...step, payload: Buffer.concat(parts) };
  });
}

/** All payloads packed as one, cut into as many pieces as there were. */
export function packedSteps(
  steps: readonly WireStep[],
  pack: (plain: Buffer) => Uint8Array,
): readonly WireStep[] {
  const packed = Buffer.from(pack(Buffer.concat(steps.map((step) => step.payload))));
  const pieceBytes = Math.max(1, Math.ceil(packed.length / steps.length));
  return steps
    .map((step, index) => ({
      ...step,
      payload: packed.subarray(index * pieceBytes, (index + 1) * pieceBytes),
    }))
    .filter(({ payload }) => payload.length > 0);
}
