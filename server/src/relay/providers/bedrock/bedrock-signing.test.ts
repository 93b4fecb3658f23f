import { expect, test } from "bun:test";
import { readBedrockKey } from "@tollgate/contract/bedrock-key";
import { signatureFault } from "../../../../test/support/fake-cloud/aws-signature.ts";
import { authorized } from "./bedrock-signing.ts";

const CREDENTIAL = { accessKeyId: "AKIA", secretAccessKey: "a/b+c", service: "bedrock" };
const NOW_MS = Date.UTC(2026, 10, 21, 12, 34, 56);

/** What the independent check says of a signed request. */
async function faultOf(target: string, body: string | Uint8Array, headers: Record<string, string> = {}) {
  const key = readBedrockKey("AKIA|a/b+c|us-gov-west-1|token==");
  if (!key) throw new Error("the key is none");
  const url = `https://bedrock.test:8443${target}`;
  const signed = await authorized({ url, headers, body }, key, NOW_MS);
  expect(signed.body).toBe(body);
  return signatureFault(
    {
      method: "POST",
      target,
      headers: { ...signed.headers, host: "bedrock.test:8443" },
      body: Buffer.from(body),
    },
    CREDENTIAL,
  );
}

test.each([
  ["/model/us.anthropic.claude-sonnet-4-5-20250929-v1%3A0/invoke", "{}"],
  [`/model/${encodeURIComponent("arn:aws:bedrock:us-east-1:1:inference-profile/a.b")}/invoke`, "{}"],
  ["/model/it's%20(odd)!*~/invoke", "世界"],
  ["/openai/v1/chat/completions", new Uint8Array([0, 255, 1])],
  ["/model/a/invoke", ""],
])("the signature of %s is right", async (target, body) => {
  expect(await faultOf(target, body)).toBeUndefined();
  const headers = { "content-type": "application/json", "X-Amzn-Bedrock-Trace": "a  b", "x-custom": "1" };
  expect(await faultOf(target, body, lowerCase(headers))).toBeUndefined();
});

function lowerCase(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
