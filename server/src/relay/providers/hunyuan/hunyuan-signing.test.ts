import { expect, test } from "bun:test";
import { signedForTencent, tencentKeyIn } from "./hunyuan-signing.ts";

const ID = "AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE";
const SECRET = "Gu5t9xGARNpq86cd98joQYCN3EXAMPLE";

test.each([
  [`1250000000|${ID}|${SECRET}`, { secretId: ID, secretKey: SECRET }],
  [`${ID}|${SECRET}|1250000000`, { secretId: ID, secretKey: SECRET }],
  [`1250000000|${SECRET}|${ID}`, { secretId: ID, secretKey: SECRET }],
  [`${ID}|${SECRET}`, { secretId: ID, secretKey: SECRET }],
  ["sk-of-the-compatible-interface", undefined],
  ["a|b|c|d", undefined],
])("the key %s", (key, expected) => {
  expect(tencentKeyIn(key)).toEqual(expected);
});

test("the signature is over host, type and the very bytes, and dated in UTC", () => {
  const request = {
    url: "https://hunyuan.tencentcloudapi.com/",
    headers: { accept: "x" },
    body: '{"Model":"m"}',
  };
  const key = { secretId: ID, secretKey: SECRET };
  const { headers } = signedForTencent(request, key, 1_551_113_065_000);
  expect(headers).toMatchObject({
    accept: "x",
    "content-type": "application/json",
    "x-tc-action": "ChatCompletions",
    "x-tc-version": "2023-09-01",
    "x-tc-timestamp": "1551113065",
  });
  const { authorization } = headers;
  expect(authorization).toMatch(
    new RegExp(
      `^TC3-HMAC-SHA256 Credential=${ID}/2019-02-25/hunyuan/tc3_request, SignedHeaders=content-type;host, Signature=[0-9a-f]{64}$`,
    ),
  );
  const other = signedForTencent({ ...request, body: '{"Model":"n"}' }, key, 1_551_113_065_000);
  expect(other.headers["authorization"]).not.toBe(authorization);
});

test("a key without its parts is refused before anything is sent", () => {
  expect(() =>
    signedForTencent(
      { url: "https://x.example/", headers: {}, body: "" },
      { secretId: "", secretKey: "" },
      0,
    ),
  ).toThrow("AppId|SecretId|SecretKey");
});
