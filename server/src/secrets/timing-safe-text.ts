import { timingSafeEqual } from "node:crypto";

/** Whether two texts are equal, in a time that tells nothing but whether their lengths are. */
export function timingSafeEqualText(left: string, right: string): boolean {
  const leftBytes = Buffer.from(left, "utf8");
  const rightBytes = Buffer.from(right, "utf8");
  return leftBytes.length === rightBytes.length && timingSafeEqual(leftBytes, rightBytes);
}
