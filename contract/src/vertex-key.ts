import { isJsonObject } from "./codecs.ts";

/** What a Vertex AI channel's key says. */
export type VertexKey =
  | {
      readonly kind: "account";
      readonly projectId: string;
      readonly clientEmail: string;
      /** PEM, PKCS #8. */
      readonly privateKey: string;
      readonly privateKeyId: string | undefined;
      /** Where access tokens are asked for. */
      readonly tokenUri: string;
    }
  | { readonly kind: "api-key"; readonly apiKey: string };

const TOKEN_URI = "https://oauth2.googleapis.com/token";

/** Google's API keys: `AIza…`, those that are bound to an account `AQ.…`. */
const API_KEY = /^(?:AIza|AQ\.)[\w.-]+$/;

/**
 * Reads the JSON key file of a service account, or an API key (`AIza…`, `AQ.…`). Undefined for anything else.
 */
export function readVertexKey(key: string): VertexKey | undefined {
  const text = key.trim();
  if (API_KEY.test(text)) return { kind: "api-key", apiKey: text };
  if (!isJsonObject(text)) return undefined;
  const fields = new Map(Object.entries<unknown>(JSON.parse(text)));
  const textAt = (name: string): string => {
    const value = fields.get(name);
    return typeof value === "string" ? value.trim() : "";
  };
  const projectId = textAt("project_id");
  const clientEmail = textAt("client_email");
  const privateKey = textAt("private_key");
  if (projectId === "" || clientEmail === "" || !privateKey.includes("PRIVATE KEY")) return undefined;
  return {
    kind: "account",
    projectId,
    clientEmail,
    privateKey,
    privateKeyId: textAt("private_key_id") || undefined,
    tokenUri: textAt("token_uri") || TOKEN_URI,
  };
}
