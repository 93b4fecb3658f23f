import { expect, test } from "bun:test";
import { readBedrockKey } from "./bedrock-key.ts";
import { readVertexKey } from "./vertex-key.ts";

test("a Bedrock key is credentials with a region, or an API key with one", () => {
  expect(readBedrockKey(" AK | SK|us-gov-west-1 ")).toEqual({
    kind: "signing",
    accessKeyId: "AK",
    secretAccessKey: "SK",
    sessionToken: undefined,
    region: "us-gov-west-1",
  });
  expect(readBedrockKey("AK|SK|eu-west-1|T")).toMatchObject({ sessionToken: "T" });
  expect(readBedrockKey("abc|ap-southeast-5")).toEqual({
    kind: "bearer",
    token: "abc",
    region: "ap-southeast-5",
  });
  for (const key of [
    "",
    "AK",
    "AK|SK",
    "AK||us-east-1",
    "AK|SK|Ohio",
    "us-east-1|AK|SK",
    "a|b|us-east-1|t|x",
  ])
    expect(readBedrockKey(key)).toBeUndefined();
});

test("a Vertex key is a service account's key file, or one of Google's API keys", () => {
  const file = { project_id: "p", client_email: "a@p", private_key: "-----BEGIN PRIVATE KEY-----" };
  expect(readVertexKey(JSON.stringify(file))).toMatchObject({
    kind: "account",
    tokenUri: "https://oauth2.googleapis.com/token",
    privateKeyId: undefined,
  });
  expect(readVertexKey(" AIzaSy-x_1 ")).toEqual({ kind: "api-key", apiKey: "AIzaSy-x_1" });
  expect(readVertexKey("AQ.Ab8R-x")).toMatchObject({ kind: "api-key" });
  for (const key of ["", "{}", "[]", "sk-x", JSON.stringify({ ...file, private_key: 1 })])
    expect(readVertexKey(key)).toBeUndefined();
});
