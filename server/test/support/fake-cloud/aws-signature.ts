import { createHash, createHmac } from "node:crypto";

/** A request as it arrived. */
export interface ArrivedRequest {
  readonly method: string;
  /** Path and query as they stood on the wire. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface AwsCredential {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly service: string;
}

const sha256 = (data: Uint8Array | string): string => createHash("sha256").update(data).digest("hex");
const hmac = (key: Uint8Array | string, text: string): Buffer =>
  createHmac("sha256", key).update(text).digest();

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;

/**
 * What is wrong with a request's Signature Version 4; undefined when it is right. Written from the description of the
 * algorithm alone, so that it shares no mistake with the signer.
 * Source: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export function signatureFault(request: ArrivedRequest, credential: AwsCredential): string | undefined {
  const { method, target, headers, body } = request;
  const [, accessKeyId, day, region, service, signedHeaders = "", signature] =
    AUTHORIZATION.exec(headers["authorization"] ?? "") ?? [];
  if (accessKeyId === undefined || day === undefined) return "there is no signature";
  if (accessKeyId !== credential.accessKeyId) return "the access key is another";
  if (service !== credential.service) return "the signature is for another service";
  const names = signedHeaders.split(";");
  if (names.toSorted().join(";") !== signedHeaders) return "the signed headers are not in order";
  if (!names.includes("host") || !names.includes("x-amz-date")) return "host and date have to be signed";
  const unsigned = Object.keys(headers).find((name) => name.startsWith("x-amz-") && !names.includes(name));
  if (unsigned !== undefined) return `${unsigned} has to be signed`;
  const date = headers["x-amz-date"] ?? "";
  if (!date.startsWith(day)) return "the date is not the credential's";
  const [path = "", query = ""] = target.split("?");
  const canonical = [
    method,
    path.split("/").map(encodeSegment).join("/"),
    query.split("&").toSorted().join("&"),
    ...names.map((name) => `${name}:${(headers[name] ?? "").trim().replace(/ +/g, " ")}`),
    "",
    signedHeaders,
    sha256(body),
  ].join("\n");
  const scope = `${day}/${region}/${service}/aws4_request`;
  const toSign = ["AWS4-HMAC-SHA256", date, scope, sha256(canonical)].join("\n");
  const key = [day, region ?? "", service, "aws4_request"].reduce<Uint8Array | string>(
    (derived, part) => hmac(derived, part),
    `AWS4${credential.secretAccessKey}`,
  );
  return hmac(key, toSign).toString("hex") === signature ? undefined : "the signature does not match";
}

/** Every byte but the unreserved ones, also of what is escaped on the wire already: all services but S3 demand that. */
function encodeSegment(segment: string): string {
  return encodeURIComponent(segment).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
