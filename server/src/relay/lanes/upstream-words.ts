import type { UpstreamDialect } from "../formats/chat/chat-dialect.ts";
import type { ChatError } from "../formats/chat/chat-error.ts";
import { openAiErrorMessage } from "../formats/openai/openai-error.ts";
import type { UsageDialect } from "../formats/usage-dialect.ts";
import type { Provider } from "../providers/provider.ts";
import { UPSTREAM_FORMATS, USAGE_OF_DIALECT } from "./chat-formats.ts";

/** How the vendor reports usage in a dialect. */
export function usageDialectOf(provider: Provider, dialect: UpstreamDialect): UsageDialect {
  return provider.usageDialects?.[dialect] ?? USAGE_OF_DIALECT[dialect];
}

/** How an upstream's errors are read. */
interface Words {
  readonly dialect: UpstreamDialect;
  readonly translation: { refusalIn?(answer: unknown): ChatError | undefined } | undefined;
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
  return errorInDialect(dialect, body, status) ?? translation?.refusalIn?.(body);
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
