import { expect, test } from "bun:test";
import { signatureFault } from "./aws-signature.ts";

/** AWS's own vectors for the algorithm (`aws4_testsuite`), whose secret is published with them. */
const CREDENTIAL = {
  accessKeyId: "AKIDEXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
  service: "service",
};
const authorization = (signature: string) =>
  `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, Signature=${signature}`;

test.each([
  ["GET", "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"],
  ["POST", "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"],
])("the published signature of %s /vanilla is right, and no other", (method, signature) => {
  const headers = { host: "example.amazonaws.com", "x-amz-date": "20150830T123600Z" };
  const request = { method, target: "/", headers, body: new Uint8Array() };
  const fault = (signed: string, target = "/") =>
    signatureFault(
      { ...request, target, headers: { ...headers, authorization: authorization(signed) } },
      CREDENTIAL,
    );
  expect(fault(signature)).toBeUndefined();
  expect(fault(signature, "/other")).toBe("the signature does not match");
  expect(fault(signature.replace(/^./, "0"))).toBe("the signature does not match");
});
