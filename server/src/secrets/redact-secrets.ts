const MASK = "[redacted]";

/** Names whose value is a secret, in JSON and query strings, in any case: these whole, or with something before. */
const SECRET_NAMES =
  "key|sig|[\\w.-]{0,40}(?:token|secret(?:[-_]?(?:access[-_]?)?key)?|password|passwd|(?:api|private)[-_]?key|authorization|cookie|signature)";

/**
 * Each rule masks one way in which a secret gets into a line. Every repetition is bounded or cannot be matched in two
 * ways, so that a hostile line costs linear time.
 */
const RULES: readonly (readonly [RegExp, string])[] = [
  // "api_key": "…"
  [new RegExp(`("(?:${SECRET_NAMES})"\\s{0,8}:\\s{0,8}")(?:[^"\\\\]|\\\\.)+`, "gi"), `$1${MASK}`],
  // \"api_key\":\"…\", which is JSON inside a JSON text
  [new RegExp(`(\\\\"(?:${SECRET_NAMES})\\\\"\\s{0,8}:\\s{0,8}\\\\")[^"]+"`, "gi"), `$1${MASK}\\"`],
  // authorization: Bearer …, x-api-key: …, cookie: … (a header line; the whole value up to the line's end)
  [
    /\b((?:proxy-)?authorization|x-api-key|x-goog-api-key|mj-api-secret|(?:set-)?cookie)(\s{0,4}[:=]\s{0,4})[^\r\n"'\\]+/gi,
    `$1$2${MASK}`,
  ],
  // Bearer …, Basic …
  [/\b(Bearer|Basic)(\s{1,4})[A-Za-z0-9._~+/=-]{6,}/gi, `$1$2${MASK}`],
  // ?key=…&access_token=…, password=…
  [new RegExp(`((?:^|[?&;,\\s])(?:${SECRET_NAMES})=)[^&\\s"'#;,\\\\]+`, "gi"), `$1${MASK}`],
  // scheme://user:password@host
  [/(:\/\/[^\s/?#@:"']{0,128}:)[^\s/?#@"']{1,512}@/g, `$1${MASK}@`],
  // Keys that are known by their beginning: OpenAI and look-alikes, Google, AWS, Groq, xAI, GitHub, Slack, Stripe.
  [
    /\b(?:sk-|sk_live_|sk_test_|rk_live_|whsec_|gsk_|xai-|pplx-|hf_|gh[pousr]_|xox[abprs]-)[A-Za-z0-9_-]{8,}/g,
    MASK,
  ],
  [/\b(?:AIza[A-Za-z0-9_-]{20,}|(?:AKIA|ASIA)[A-Z0-9]{12,})/g, MASK],
  // JSON web tokens
  [/(?<![\w-])eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?/g, MASK],
];

/**
 * Replaces everything in a log line that looks like a credential by `[redacted]`. A last line of defence: it sees
 * shapes, not meaning, so code that logs must still not hand it secrets. Linear in the length of the text.
 */
export function redactSecrets(text: string): string {
  let redacted = text;
  for (const [pattern, replacement] of RULES) redacted = redacted.replace(pattern, replacement);
  return redacted;
}
