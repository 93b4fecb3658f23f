/** What a Bedrock channel's key says. */
export type BedrockKey = { readonly region: string } & (
  | { readonly kind: "bearer"; readonly token: string }
  | {
      readonly kind: "signing";
      readonly accessKeyId: string;
      readonly secretAccessKey: string;
      /** Of temporary credentials. */
      readonly sessionToken: string | undefined;
    }
);

/** `us-east-1`, `us-gov-west-1`, `ap-southeast-5` */
const REGION = /^[a-z]{2,3}(?:-[a-z]+){1,3}-\d$/;

/**
 * Reads `AccessKey|SecretKey|Region`, the same with `|SessionToken` after it, or `ApiKey|Region`. Undefined for anything
 * else.
 */
export function readBedrockKey(key: string): BedrockKey | undefined {
  const parts = key.split("|").map((part) => part.trim());
  if (parts.includes("")) return undefined;
  const [first = "", second = "", third = "", sessionToken] = parts;
  if (parts.length === 2 && REGION.test(second)) return { kind: "bearer", token: first, region: second };
  if ((parts.length !== 3 && parts.length !== 4) || !REGION.test(third)) return undefined;
  return { kind: "signing", accessKeyId: first, secretAccessKey: second, sessionToken, region: third };
}
