import { expect, test } from "bun:test";
import { redactSecrets } from "./redact-secrets.ts";

const cases: readonly { name: string; line: string; secret: string; kept?: string }[] = [
  {
    name: "a bearer header",
    line: "Authorization: Bearer abc.def-123456",
    secret: "abc.def",
    kept: "Authorization",
  },
  {
    name: "a bearer value alone",
    line: "sent Bearer tok_0123456789 upstream",
    secret: "tok_0123",
    kept: "upstream",
  },
  { name: "basic credentials", line: "Basic dXNlcjpwYXNz at", secret: "dXNlcjpwYXNz", kept: "Basic" },
  {
    name: "an x-api-key header",
    line: "x-api-key: zzz-plain-key\nhost: a.test",
    secret: "zzz-plain",
    kept: "host: a.test",
  },
  { name: "an OpenAI key", line: "key sk-proj-AbC_123-456789 used", secret: "AbC_123", kept: "used" },
  { name: "a Google key", line: "with AIzaSyA1234567890abcdefghijk", secret: "AIzaSy" },
  {
    name: "a ?key= parameter",
    line: "GET https://g.test/v1?key=abc123&alt=sse",
    secret: "abc123",
    kept: "alt=sse",
  },
  {
    name: "an access token parameter",
    line: "https://a.test/?x=1&access_token=qqq#f",
    secret: "qqq",
    kept: "x=1",
  },
  {
    name: "a JSON api key",
    line: '{"api_key":"plain value","model":"m"}',
    secret: "plain value",
    kept: '"model":"m"',
  },
  {
    name: "a JSON key with escapes",
    line: String.raw`{"apiKey": "a\"bcd", "n": 1}`,
    secret: "bcd",
    kept: '"n": 1',
  },
  { name: "a channel's key", line: '{"id":3,"key":"my-own-key"}', secret: "my-own-key", kept: '"id":3' },
  {
    name: "JSON inside JSON",
    line: String.raw`{"body":"{\"password\":\"hunter22\",\"a\":1}"}`,
    secret: "hunter22",
    kept: String.raw`\"a\":1`,
  },
  { name: "a new password", line: '{"new_password":"hunter22"}', secret: "hunter22" },
  { name: "an SMTP token", line: '{"SMTPToken":"hunter22"}', secret: "hunter22" },
  { name: "an OAuth secret", line: '{"GitHubClientSecret":"hunter22"}', secret: "hunter22" },
  { name: "a session cookie", line: "cookie: session=abc; other=def", secret: "session=abc" },
  {
    name: "a password in an address",
    line: "postgres://gate:hunter22@db:5432/x",
    secret: "hunter22",
    kept: "@db:5432/x",
  },
  { name: "a web token", line: "got eyJhbGciOiJI.eyJzdWIiOiIx.c2lnbmF0dXJl", secret: "eyJzdWIi" },
];

for (const { name, line, secret, kept } of cases) {
  test(`${name} is masked`, () => {
    const redacted = redactSecrets(line);
    expect(redacted).not.toContain(secret);
    expect(redacted).toContain("[redacted]");
    if (kept !== undefined) expect(redacted).toContain(kept);
  });
}

test("an ordinary line stays as it is", () => {
  const line =
    'POST /v1/chat/completions 200 in 12 ms, channel 3, "model":"gpt-4o", "prompt_tokens":12, monkey=1, task-skip';
  expect(redactSecrets(line)).toBe(line);
});

test("a hostile megabyte costs linear time", () => {
  for (const piece of [
    '"key":"',
    "://a:",
    "Bearer ",
    "sk-",
    "?key=",
    String.raw`\"key\":\"`,
    "cookie:",
    "eyJ-",
    "://a-:b",
  ]) {
    const startedAt = performance.now();
    redactSecrets(piece.repeat(Math.ceil(1_000_000 / piece.length)));
    expect(performance.now() - startedAt).toBeLessThan(2000);
  }
});
