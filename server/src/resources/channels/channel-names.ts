import { CHANNEL_NAME_MAX } from "@tollgate/contract/channel-parts";
import { clipText } from "../../lib/clip-text.ts";

const COPY_SUFFIX = "_复制";

/** The name of a channel's copy; a long name is shortened to leave room for the suffix. */
export function copyName(name: string): string {
  return `${clipText(name, CHANNEL_NAME_MAX - COPY_SUFFIX.length)}${COPY_SUFFIX}`;
}
