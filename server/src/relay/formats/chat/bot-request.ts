import type { LossList } from "./chat-loss.ts";
import type { UpstreamDialect } from "./chat-dialect.ts";
import type { ChatRequest } from "./chat-request.ts";

/** Dialects of bots demand a name for the person behind the call. */
const ANYBODY = "anonymous";

/** Who asks, where the client says; else a name that stands for everybody. */
export function botUser(request: ChatRequest, dialect: UpstreamDialect, losses: LossList): string {
  if (request.endUser !== undefined && request.endUser !== "") return request.endUser;
  losses.added("endUser", `${dialect} demands one`);
  return ANYBODY;
}

const BOT_KNOWN: ReadonlySet<string> = new Set<keyof ChatRequest>([
  "model",
  "system",
  "messages",
  "stream",
  "wantsUsage",
  "endUser",
]);

/** Tells everything as lost that a bot has settled for itself: tools, sampling, limits, forms. */
export function loseBotSettings(request: ChatRequest, dialect: UpstreamDialect, losses: LossList): void {
  losses.unwritten("", request, BOT_KNOWN, dialect);
}
