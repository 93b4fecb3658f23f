import { createHash } from "node:crypto";
import type { ConsoleFile, ConsoleFolder, Encoding } from "./console-folder.ts";

const ONE_YEAR_SECONDS = 31_536_000;
const ONE_HOUR_SECONDS = 3600;

/** Serves the console: its files, and its start page for every other path a browser may open. */
export interface ConsoleFiles {
  (request: Request): Promise<Response>;
}

/**
 * Files with a hash in their name are kept for a year, the start page is asked for anew each time (and answered with
 * 304 when it is the same). Without a built console a plain page says how to build it; the API does not need it.
 */
export function createConsoleFiles(folder: ConsoleFolder): ConsoleFiles {
  return async (request) => {
    const path = decodePath(new URL(request.url).pathname);
    if (request.method !== "GET" && request.method !== "HEAD") return unknownPath(request, path);
    const file = path === "/" || path === undefined ? undefined : folder.file(path);
    if (file !== undefined && path !== undefined && path !== "/index.html")
      return fileResponse(request, file, cachingOf(path));
    if (path === undefined || !isPagePath(path)) return unknownPath(request, path);
    const start = folder.file("/index.html");
    return start === undefined ? notBuilt() : fileResponse(request, start, "no-cache", pageHeaders(start));
  };
}

function decodePath(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
}

/** The console's own addresses have no dot and are not under a prefix of the API. */
const isPagePath = (path: string) =>
  path === "/index.html" || (!path.includes(".") && !/^\/(api|v1|v1beta)(\/|$)/.test(path));

const cachingOf = (path: string) =>
  path.startsWith("/assets/")
    ? `public, max-age=${ONE_YEAR_SECONDS}, immutable`
    : `public, max-age=${ONE_HOUR_SECONDS}`;

async function fileResponse(
  request: Request,
  file: ConsoleFile,
  caching: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const headers = new Headers({
    "content-type": file.mediaType,
    "cache-control": caching,
    etag: file.etag,
    vary: "accept-encoding",
    "x-content-type-options": "nosniff",
    ...more,
  });
  if (request.headers.get("if-none-match") === file.etag) return new Response(null, { status: 304, headers });
  const encoding = acceptedEncoding(request);
  const compressed = encoding && (await file.compressed(encoding));
  if (encoding && compressed) headers.set("content-encoding", encoding);
  return new Response(request.method === "HEAD" ? null : (compressed ?? file.bytes), { headers });
}

function acceptedEncoding(request: Request): Encoding | undefined {
  const accepted = request.headers.get("accept-encoding") ?? "";
  return /\bbr\b/.test(accepted) ? "br" : /\bgzip\b/.test(accepted) ? "gzip" : undefined;
}

/**
 * What a page may do: run its own scripts and the one inline script of the start page (by its hash), never eval. Pages
 * and pictures of operators (home page, logo, chat links) may come from elsewhere.
 */
function pageHeaders(start: ConsoleFile): Record<string, string> {
  const policy = [
    "default-src 'self'",
    `script-src 'self' ${inlineScriptHashes(new TextDecoder().decode(start.bytes))}`.trim(),
    "style-src 'self'",
    "img-src 'self' data: blob: http: https:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "frame-src http: https:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self' http: https:",
    "frame-ancestors 'self'",
  ];
  return {
    "content-security-policy": policy.join("; "),
    "referrer-policy": "strict-origin-when-cross-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
  };
}

function inlineScriptHashes(html: string): string {
  return [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)]
    .map(([, script = ""]) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`)
    .join(" ");
}

function notBuilt(): Response {
  const page = `<!doctype html><meta charset="utf-8"><title>Tollgate</title>
<p>The console has not been built. Run <code>npm start</code>, which builds it, or <code>npm run build</code>.
<p>The API is running and does not need it.`;
  return new Response(page, { status: 503, headers: { "content-type": "text/html;charset=utf-8" } });
}

/** In the envelope that clients of the API read. */
function unknownPath(request: Request, path = ""): Response {
  const message = `Invalid URL (${request.method} ${path})`;
  return Response.json(
    { error: { message, type: "invalid_request_error", param: "", code: "" } },
    { status: 404, headers: { "x-content-type-options": "nosniff" } },
  );
}
