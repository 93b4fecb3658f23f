import { languageOf } from "@tollgate/contract/errors";
import type { Endpoint } from "@tollgate/contract/endpoint";
import { lowestRole, Role } from "@tollgate/contract/roles";
import { AWAY_RETRY_SECONDS, DatabaseAwayError } from "../db/database-away.ts";
import { AppError } from "../lib/app-error.ts";
import type { Clock } from "../lib/clock.ts";
import type { Logger } from "../lib/logger.ts";
import { newRequestId } from "../relay/request-id.ts";
import { PasswordsBusyError } from "../secrets/passwords.ts";
import type { ClientIp } from "./client-ip.ts";
import { rateSubject } from "./client-ip.ts";
import { compressAnswer } from "./compress-answer.ts";
import { decodeInput, encodeAnswer, queryObject } from "./decode-input.ts";
import { envelopeResponse, refusalResponse } from "./envelope-response.ts";
import type { AnswerContext } from "./envelope-response.ts";
import type { HttpApp, HttpBindings } from "./http-env.ts";
import { identify } from "./identify.ts";
import type { IdentifyParts } from "./identify.ts";
import type { RateLimiter, RateName } from "./rate-limit.ts";
import { ANONYMOUS_BODY_MAX_BYTES, CALLER_BODY_MAX_BYTES, readJsonBody } from "./read-json-body.ts";
import { revalidateAnswer } from "./revalidate-answer.ts";
import type { Call, Caller, Route } from "./route.ts";
import { readSessionCookie, sessionCookie } from "./session-cookie.ts";

/** When so many passwords are being checked that no more may wait. */
const BUSY_RETRY_SECONDS = 5;

export interface RouterParts extends IdentifyParts {
  clientIp: ClientIp;
  rateLimiter: RateLimiter;
  clock: Clock;
  logger: Logger;
  reportAway(error: DatabaseAwayError): void;
  sessionCookieSecure: boolean;
}

/** One request on its way through the console's API. */
interface Visit extends AnswerContext {
  readonly request: Request;
  readonly url: URL;
  readonly ip: string;
  /** Set by a handler that opens or ends a session. */
  setCookie: string | undefined;
}

/** Mounts the console's API: every route with and without a trailing slash; any other path under /api is refused. */
export function mountConsoleApi(api: HttpApp, routes: readonly Route[], parts: RouterParts): void {
  for (const served of routes) {
    const { method, path } = served.endpoint;
    api.on(method, path.replace(":id", ":id{[0-9]{1,15}}"), (context) =>
      answer(context.req.raw, context.env, parts, (visit) =>
        serve(served, Number(context.req.param("id") ?? 0), visit, parts),
      ),
    );
  }
  api.all("/api/*", (context) =>
    answer(context.req.raw, context.env, parts, () => {
      throw new AppError("input.not-found", {}, { status: 404 });
    }),
  );
}

async function answer(
  request: Request,
  bindings: HttpBindings,
  parts: RouterParts,
  work: (visit: Visit) => Promise<Response>,
): Promise<Response> {
  const visit: Visit = {
    request,
    url: new URL(request.url),
    ip: parts.clientIp(request.headers, bindings.peerAddress),
    requestId: newRequestId(parts.clock),
    language: languageOf(request.headers.get("accept-language")),
    setCookie: undefined,
  };
  try {
    await countCall("general", rateSubject(visit.ip), parts);
    return await work(visit);
  } catch (error) {
    return refusalResponse(refusalOf(error, visit, parts), visit);
  }
}

/** What the reader is told; anything but an AppError is ours to repair, and only the log has its text. */
function refusalOf(error: unknown, { request, url, requestId }: Visit, parts: RouterParts): AppError {
  const { logger, reportAway } = parts;
  if (error instanceof AppError) return error;
  if (error instanceof PasswordsBusyError)
    return new AppError("rate.too-many", { retryAfterSeconds: BUSY_RETRY_SECONDS }, { status: 429 });
  if (error instanceof DatabaseAwayError) {
    reportAway(error);
    const retryAfterSeconds = AWAY_RETRY_SECONDS;
    return new AppError("server.database-away", { retryAfterSeconds }, { status: 503 });
  }
  logger.error("a call failed", { requestId, method: request.method, path: url.pathname, error });
  return new AppError("server.internal", {}, { status: 500 });
}

async function serve({ endpoint, handle }: Route, id: number, visit: Visit, parts: RouterParts) {
  const { shapes } = endpoint;
  if (shapes.limit === "critical") await countCall("critical", rateSubject(visit.ip), parts);
  const caller = await admit(endpoint, visit, parts);
  if (shapes.limit === "search") await countCall("search", caller ? `user ${caller.id}` : visit.ip, parts);
  const { request } = visit;
  const call: Call<Endpoint> = {
    query: (shapes.query && decodeInput(shapes.query, queryObject(visit.url))) as undefined,
    // The handler's own type says what its endpoint's schemas decode to; a route is called with types forgotten.
    body: (shapes.body &&
      decodeInput(shapes.body, await readJsonBody(request, bodyMax(caller)))) as undefined,
    id,
    // Only open endpoints are called without a caller: `admit` refuses elsewhere.
    caller: caller as Caller,
    ip: visit.ip,
    userAgent: request.headers.get("user-agent") ?? "",
    language: visit.language,
    requestId: visit.requestId,
    signal: request.signal,
    sessionSecret: readSessionCookie(request.headers),
    setSession: (secret) => {
      visit.setCookie = sessionCookie(secret, parts.sessionCookieSecure);
    },
  };
  const answered = encodeAnswer(endpoint, await handle(call));
  const response = envelopeResponse({ success: true, message: "", ...answered }, visit);
  if (visit.setCookie !== undefined) response.headers.set("set-cookie", visit.setCookie);
  const sent = shapes.revalidates ? await revalidateAnswer(request, response) : response;
  return sent.body === null ? sent : compressAnswer(request, sent);
}

const bodyMax = (caller: Caller | undefined) =>
  caller === undefined ? ANONYMOUS_BODY_MAX_BYTES : CALLER_BODY_MAX_BYTES;

/** The caller, if the endpoint may be called by whoever it is. */
async function admit(endpoint: Endpoint, visit: Visit, parts: RouterParts): Promise<Caller | undefined> {
  const identity = await identify(visit.request.headers, parts);
  const lowest = lowestRole[endpoint.access];
  if (lowest === Role.guest) return "caller" in identity ? identity.caller : undefined;
  if ("refusal" in identity) throw new AppError(identity.refusal, {}, { status: 401 });
  if (identity.caller.role < lowest) throw new AppError("session.forbidden", {}, { status: 403 });
  return identity.caller;
}

async function countCall(name: RateName, subject: string, { rateLimiter }: RouterParts): Promise<void> {
  const retryAfterSeconds = await rateLimiter.count(name, subject);
  if (retryAfterSeconds !== undefined)
    throw new AppError("rate.too-many", { retryAfterSeconds }, { status: 429 });
}
