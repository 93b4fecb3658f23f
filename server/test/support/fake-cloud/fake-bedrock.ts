import { signatureFault } from "./aws-signature.ts";
import { startCloudServer } from "./cloud-server.ts";
import type { CloudReply, CloudServer } from "./cloud-server.ts";

export const BEDROCK_CREDENTIAL = {
  accessKeyId: "AKIATESTTESTTESTTEST",
  secretAccessKey: "a/secret+key/that/is/not/one/0123456789",
  service: "bedrock",
};

/** As an administrator enters it. */
export const BEDROCK_KEY = `${BEDROCK_CREDENTIAL.accessKeyId}|${BEDROCK_CREDENTIAL.secretAccessKey}|us-east-1`;
export const BEDROCK_API_KEY = "bedrock-api-key-YmVkcm9jaw";

const TOLERATED_MS = 5 * 60_000;

/**
 * A Bedrock that proves every signature, its date included, before it answers. `nowMs`: its own clock.
 * Source of the refusals: https://docs.aws.amazon.com/bedrock/latest/userguide/troubleshooting-api-error-codes.html
 */
export function startFakeBedrock(reply: CloudReply, nowMs: () => number): Promise<CloudServer> {
  return startCloudServer((call) => {
    const refused = (name: string, message: string) => awsError(403, name, message, nowMs());
    if (call.headers["authorization"] === `Bearer ${BEDROCK_API_KEY}`) return reply(call);
    const fault = signatureFault(call, BEDROCK_CREDENTIAL);
    if (fault !== undefined) return refused("InvalidSignatureException", fault);
    const [, year, month, day, hour, minute, second] =
      /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(call.headers["x-amz-date"] ?? "") ?? [];
    const signedMs = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
    if (!(Math.abs(signedMs - nowMs()) < TOLERATED_MS))
      return refused("InvalidSignatureException", "Signature expired: it is not within 5 minutes of now");
    return reply(call);
  });
}

/** An error as AWS answers it. */
export function awsError(status: number, name: string, message: string, nowMs = Date.now()): Response {
  return Response.json(
    { message },
    {
      status,
      headers: {
        "x-amzn-errortype": `${name}:http://internal.amazon.com/coral/com.amazon.bedrock/`,
        date: new Date(nowMs).toUTCString(),
      },
    },
  );
}
