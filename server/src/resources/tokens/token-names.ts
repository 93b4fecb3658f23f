import { TOKEN_NAME_MAX } from "@tollgate/contract/tokens";
import { clipText } from "../../lib/clip-text.ts";
import { randomText } from "../../lib/random-text.ts";

const SUFFIX_LENGTH = 6;

/** The name, then the name with a random suffix each; a long name is shortened to leave room for it. */
export function tokenNames(name: string, count: number): string[] {
  const stem = clipText(name, TOKEN_NAME_MAX - SUFFIX_LENGTH - 1);
  return Array.from({ length: count }, (_, index) =>
    index === 0 ? name : `${stem}-${randomText(SUFFIX_LENGTH)}`,
  );
}
