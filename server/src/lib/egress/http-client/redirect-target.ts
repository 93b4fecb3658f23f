import { EgressError } from "../egress-error.ts";

const MAX_REDIRECTS = 3;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export function isRedirect(status: number): boolean {
  return status >= 301 && REDIRECTS.has(status);
}

/**
 * Where to go on. Throws EgressError `egress.redirect-refused` unless something is only read, at most three times, from
 * the same host, at most made safer from http to https: so a key never reaches another host.
 */
export function redirectTarget(
  from: string,
  location: string,
  isReading: boolean,
  redirectsSoFar: number,
): string {
  const source = new URL(from);
  const target = URL.canParse(location, source.href) ? new URL(location, source.href) : null;
  const isSamePlace = target?.origin === source.origin || (target !== null && isUpgrade(source, target));
  if (target === null || !isReading || !isSamePlace || redirectsSoFar >= MAX_REDIRECTS) {
    throw new EgressError("egress.redirect-refused", target?.host ?? source.host);
  }
  return target.href;
}

function isUpgrade(source: URL, target: URL): boolean {
  const isSecured = source.protocol === "http:" && target.protocol === "https:";
  return isSecured && source.hostname === target.hostname && source.port === "" && target.port === "";
}
