import { expect, test } from "bun:test";
import type { EgressErrorCode } from "./egress-error.ts";
import { checkUrlShape } from "./url-shape.ts";

const M = "egress.metadata-refused";
const A = "egress.address-refused";
const I = "egress.url-invalid";
const S = "egress.scheme-refused";
const U = "egress.userinfo-refused";
const P = "egress.port-refused";

type Expected = EgressErrorCode | null;

/** Address as somebody might type it, what a channel is told, what a user is told. */
const cases: readonly (readonly [url: string, channel: Expected, user: Expected])[] = [
  // Allowed
  ["https://api.openai.com", null, null],
  ["https://api.openai.com/v1?x=1#y", null, null],
  ["HTTPS://API.OpenAI.com:443/", null, null],
  ["https://bücher.example/", null, null],
  ["http://1.1.1.1/", null, null],
  ["https://[2606:4700::1111]/", null, null],
  ["https://example.com.:8443/", null, null],
  ["http://my_service.example:8080/", null, null],
  // For channels only
  ["http://localhost:11434", null, P],
  ["http://localhost", null, A],
  ["http://LOCALHOST./", null, A],
  ["http://a.localhost/", null, A],
  ["http://vllm:8080/v1", null, A],
  ["http://host.docker.internal/", null, A],
  ["http://printer.local/", null, A],
  ["http://127.0.0.1/", null, A],
  ["http://127.1/", null, A],
  ["http://2130706433/", null, A],
  ["http://0x7f000001/", null, A],
  ["http://0177.0.0.1/", null, A],
  ["http://0/", null, A],
  ["http://[::1]/", null, A],
  ["http://[::ffff:127.0.0.1]/", null, A],
  ["http://10.0.0.8:9000/", null, P],
  ["http://192.168.0.1/", null, A],
  ["https://example.com:22/", null, P],
  // Metadata, in every spelling
  ["http://169.254.169.254/latest/meta-data/", M, M],
  ["http://169.254.169.254./", M, M],
  ["http://169.254.169.254:8080/", M, M],
  ["http://169.254.170.2/v2/credentials", M, M],
  ["http://2852039166/", M, M],
  ["http://0xA9FEA9FE/", M, M],
  ["http://0xa9.0xfe.0xa9.0xfe/", M, M],
  ["http://0251.0376.0251.0376/", M, M],
  ["http://0251.254.0xa9.254/", M, M],
  ["http://025177524776/", M, M],
  ["http://169.254.43518/", M, M],
  ["http://169.16689662/", M, M],
  ["http://①⑥⑨.②⑤④.①⑥⑨.②⑤④/", M, M],
  ["http://169。254。169。254/", M, M],
  ["http://１６９.254.169.254/", M, M],
  ["http://%31%36%39.254.169.254/", M, M],
  ["http://169.254.169.254%2e/", M, M],
  ["http://169.254.169\u00ad.254/", M, M],
  ["http://169.254\t.169.254/", M, M],
  [" \n http://169.254.169.254/", M, M],
  ["http:169.254.169.254/", M, M],
  ["http:////169.254.169.254/", M, M],
  ["http:\\\\169.254.169.254\\", M, M],
  ["http://169.254.169.254\\@example.com/", M, M],
  ["http://169.254.169.254#@example.com/", M, M],
  ["http://169.254.169.254?@example.com/", M, M],
  ["http://[::ffff:169.254.169.254]/", M, M],
  ["http://[0:0:0:0:0:FFFF:A9FE:A9FE]/", M, M],
  ["http://[::169.254.169.254]/", M, M],
  ["http://[64:ff9b::169.254.169.254]/", M, M],
  ["http://[64:ff9b:1::a9fe:a9fe]/", M, M],
  ["http://[2002:a9fe:a9fe::]/", M, M],
  ["http://[fe80::1]/", M, M],
  ["http://[fd00:ec2::254]/", M, M],
  ["http://[FD00:0EC2:0:0:0:0:0:0254]/", M, M],
  ["http://100.100.100.200/", M, M],
  ["http://1684301000/", M, M],
  ["http://168.63.129.16/", M, M],
  ["http://metadata.google.internal/computeMetadata/v1/", M, M],
  ["http://METADATA.Google.Internal./", M, M],
  ["http://metadata。google。internal/", M, M],
  ["http://metadata.goog/", M, M],
  // Other kinds of wrong
  ["http://user:pass@169.254.169.254/", U, U],
  ["http://169.254.169.254@example.com/", U, U],
  ["https://sk-secret@api.openai.com/", U, U],
  ["https://:@api.openai.com/", null, null],
  ["ftp://example.com/", S, S],
  ["file:///etc/passwd", S, S],
  ["gopher://169.254.169.254/", S, S],
  ["javascript:alert(1)", S, S],
  ["data:text/plain,x", S, S],
  ["unix:/var/run/docker.sock", S, S],
  ["", I, I],
  ["api.openai.com/v1", I, I],
  ["//api.openai.com", I, I],
  ["http://", I, I],
  ["http://256.256.256.256/", I, I],
  ["http://1.2.3.4.5/", I, I],
  ["http://[fe80::1%25eth0]/", I, I],
  ["http://[::1/", I, I],
  ["http://a..b/", I, I],
  ["http://169.254.169.254../", I, I],
  ["http://.example.com/", I, I],
  ["http://exa mple.com/", I, I],
  ["http://*.example.com/", I, I],
  [`http://${"a".repeat(64)}.com/`, I, I],
  [`http://example.com/${"a".repeat(9000)}`, I, I],
  ["http://example.com:0/", P, P],
  ["http://example.com:65536/", I, I],
];

for (const [url, channel, user] of cases) {
  const name = JSON.stringify(url.slice(0, 80));
  test(`${name} is ${channel ?? "allowed"} for a channel and ${user ?? "allowed"} for a user`, () => {
    expect(checkUrlShape(url, "channel")).toBe(channel);
    expect(checkUrlShape(url, "user")).toBe(user);
  });
}
