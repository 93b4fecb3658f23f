import { isMedia } from "../media-request.ts";
import type { CodedOperation } from "./media-codec.ts";

/** Whether a call is one that a vendor may have in words of its own. */
export function isCoded(operation: string): operation is CodedOperation {
  return operation === "embeddings" || isMedia(operation);
}
