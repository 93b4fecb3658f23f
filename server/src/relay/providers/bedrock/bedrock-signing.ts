import { AwsV4Signer } from "aws4fetch";
import type { BedrockKey } from "@tollgate/contract/bedrock-key";
import type { OutgoingRequest } from "../provider.ts";

/** Keys of a day, a region and a secret, as the signer derives them; emptied when it has grown. */
const derivedKeys = new Map<string, ArrayBuffer>();
const DERIVED_KEYS_MAX = 1000;

/** Headers of the client's or the connection's that may be changed on their way are not signed. */
const SIGNED = /^(?:content-type|x-amz.*)$/;

/**
 * The request with Signature Version 4 over these very bytes, or with the API key as a bearer.
 * Source: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export async function authorized(
  request: OutgoingRequest,
  key: BedrockKey,
  nowMs: number,
): Promise<OutgoingRequest> {
  const { url, headers, body } = request;
  if (key.kind === "bearer")
    return { ...request, headers: { ...headers, authorization: `Bearer ${key.token}` } };
  if (derivedKeys.size > DERIVED_KEYS_MAX) derivedKeys.clear();
  const { accessKeyId, secretAccessKey, sessionToken, region } = key;
  const signer = new AwsV4Signer({
    method: "POST",
    url,
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => SIGNED.test(name.toLowerCase()))),
    // Bodies of requests are never shared memory.
    body: body as string | Uint8Array<ArrayBuffer>,
    accessKeyId,
    secretAccessKey,
    ...(sessionToken !== undefined && { sessionToken }),
    service: "bedrock",
    region,
    cache: derivedKeys,
    datetime: new Date(nowMs).toISOString().replace(/[:-]|\.\d{3}/g, ""),
    allHeaders: true,
  });
  const signed = await signer.sign();
  return { ...request, headers: { ...headers, ...Object.fromEntries(signed.headers) } };
}
