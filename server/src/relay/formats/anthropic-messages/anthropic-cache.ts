import { neededText, objectField, textField } from "../chat/body-fields.ts";
import type { BodyObject } from "../chat/body-fields.ts";
import type { LossList } from "../chat/chat-loss.ts";
import type { CacheHint } from "../chat/chat-part.ts";
import type { ChatRequest } from "../chat/chat-request.ts";
import type { Fields } from "../reported-usage.ts";

const LIVES: ReadonlyMap<string, number> = new Map([
  ["5m", 300],
  ["1h", 3600],
]);

const WRITTEN = new Set(["ttlSeconds"]);

/** More are refused: https://platform.claude.com/docs/en/build-with-claude/prompt-caching. */
const MARKS_MAX = 4;

/** The `cache_control` of a block or a tool. Throws FormatError. */
export function decodeCacheControl(block: BodyObject): { readonly cache?: CacheHint } {
  const mark = objectField(block, "cache_control");
  if (mark === undefined) return {};
  neededText(mark, "type");
  const ttl = textField(mark, "ttl");
  const ttlSeconds = ttl === undefined ? undefined : LIVES.get(ttl);
  return { cache: ttlSeconds === undefined ? {} : { ttlSeconds } };
}

/** Writes marks for the cache; of too many, the last ones, since each covers what the earlier ones do. */
export interface CacheMarks {
  /** The fields of the mark at `path` (that of the part), in the order of the prompt: tools, system, messages. */
  encode(cache: CacheHint | undefined, path: string): Fields;
}

export function createCacheMarks(request: ChatRequest, losses: LossList): CacheMarks {
  let tooMany = countMarks(request) - MARKS_MAX;
  return {
    encode(cache, path) {
      if (cache === undefined) return {};
      if (tooMany-- > 0) {
        losses.leftOut(`${path}.cache`, `a request has at most ${MARKS_MAX} marks for the cache`);
        return {};
      }
      losses.unwritten(`${path}.cache`, cache, WRITTEN, "anthropic");
      const { ttlSeconds } = cache;
      if (ttlSeconds === undefined) return { cache_control: { type: "ephemeral" } };
      const ttl = ttlSeconds <= 300 ? "5m" : "1h";
      if (LIVES.get(ttl) !== ttlSeconds) losses.changed(`${path}.cache.ttlSeconds`, `sent as ${ttl}`);
      return { cache_control: { type: "ephemeral", ttl } };
    },
  };
}

function countMarks({ tools = [], system, messages, extensions }: ChatRequest): number {
  const parts = messages.flatMap((message): readonly object[] =>
    message.role === "tool" ? message.parts.flatMap((part) => [part, ...part.parts]) : message.parts,
  );
  const isAutomatic = extensions?.dialect === "anthropic" && "cache_control" in extensions.fields;
  return [...tools, ...system, ...parts].filter(isMarked).length + (isAutomatic ? 1 : 0);
}

function isMarked(value: object): boolean {
  return "cache" in value && value.cache !== undefined;
}
