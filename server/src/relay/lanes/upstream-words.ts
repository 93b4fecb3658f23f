import type { UpstreamDialect } from "../formats/chat/chat-dialect.ts";
import type { ChatError } from "../formats/chat/chat-error.ts";
import { openAiErrorMessage } from "../formats/openai/openai-error.ts";
import type { UsageDialect } from "../formats/usage-dialect.ts";
import type { Provider } from "../providers/provider.ts";
import { UPSTREAM_FORMATS, USAGE_OF_DIALECT } from "./chat-formats.ts";
import type { Translation } from "./lane.ts";

/** How the vendor reports usage in a dialect. */
export function usageDialectOf(provider: Provider, dialect: UpstreamDialect): UsageDialect {
  return provider.usageDialects?.[dialect] ?? USAGE_OF_DIALECT[dialect];
}

/** How an upstream's errors are read. */
interface Words {
  readonly dialect: UpstreamDialect;
  readonly translation: Pick<Translation, "refusalIn" | "hasMade"> | undefined;
}

/**
 * What a parsed answer says went wrong, when it is an error whatever its status; undefined when it is none. Clients'
 * dialects have their errors in a member `error`; the others say so in their own ways.
 */
export function errorIn(
  { dialect, translation }: Words,
  body: unknown,
  status: number,
): ChatError | undefined {
  if (status >= ERROR_STATUS_MIN) return errorInDialect(dialect, body, status);
  // Beside what it has made a vendor may tell of what it has not.
  if (translation?.hasMade?.(body)) return undefined;
  return translation?.refusalIn?.(body) ?? errorInDialect(dialect, body, status);
}

function errorInDialect(dialect: UpstreamDialect, body: unknown, status: number): ChatError | undefined {
  const { isError = hasError, decodeError } = UPSTREAM_FORMATS[dialect];
  const isRefusal =
    status >= ERROR_STATUS_MIN && (isError === hasError ? hasMessage(body) : body !== undefined);
  return isRefusal || isError(body) ? decodeError(status, body) : undefined;
}

const ERROR_STATUS_MIN = 400;

function hasError(body: unknown): boolean {
  return openAiErrorMessage(body) !== undefined;
}

/** Mistral, Cohere and SiliconFlow have no member `error`: with an error's status a message is one. Cloudflare lists several. */
function hasMessage(body: unknown): boolean {
  const { message, errors } = Object(body);
  return typeof message === "string" || (Array.isArray(errors) && errors.length > 0);
}
