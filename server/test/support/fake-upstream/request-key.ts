import type { HttpRequest } from "./http-request-reader.ts";

/** The key of a request, from whichever place the vendors' dialects put it in. */
export function requestKey({ headers, query }: HttpRequest): string | undefined {
  const authorization = headers["authorization"];
  const bearer = authorization === undefined ? undefined : /^Bearer\s+(.+)$/i.exec(authorization)?.[1];
  const key = bearer ?? headers["x-api-key"] ?? headers["api-key"] ?? headers["x-goog-api-key"];
  return key ?? query.get("key") ?? undefined;
}
