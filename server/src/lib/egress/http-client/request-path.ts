/** Characters that parsers leave as they are; no escapes, since an escaped dot is a dot. */
const PLAIN_PATH = /^[A-Za-z0-9\-_~!$&()*+,;=:@/?.]*$/;

/**
 * The part of a URL that follows its origin, as it goes on the wire: escaped, without dot segments and fragment.
 * `origin` is the URL's canonical one.
 */
export function requestPath(url: string, origin: string): string {
  const next = url.charCodeAt(origin.length);
  if (url.startsWith(origin) && (next === SLASH || next === QUESTION_MARK)) {
    const path = url.slice(origin.length);
    // The usual case costs no parsing.
    if (next === SLASH && PLAIN_PATH.test(path) && !path.includes("/.")) return path;
  }
  const { pathname, search } = new URL(url);
  return pathname + search;
}

const SLASH = 47;
const QUESTION_MARK = 63;
