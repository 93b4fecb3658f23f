import * as sdk6 from "openai";
import * as sdk7 from "openai-7";
import type { Engine } from "../support/test-app.ts";

/** What the suites use of the official SDK: its client and the classes of its errors. */
export type OpenAiSdk = Pick<
  typeof sdk6,
  | "OpenAI"
  | "APIError"
  | "BadRequestError"
  | "AuthenticationError"
  | "PermissionDeniedError"
  | "NotFoundError"
  | "ConflictError"
  | "UnprocessableEntityError"
  | "RateLimitError"
  | "InternalServerError"
  | "APIConnectionError"
  | "APIConnectionTimeoutError"
  | "APIUserAbortError"
>;

/** The versions that clients run. What goes over the wire is the same on both engines, so each version takes one. */
export const OPENAI_SDKS: readonly (readonly [name: string, sdk: OpenAiSdk, engine: Engine])[] = [
  ["openai 6", sdk6, "sqlite"],
  // Version 7 declares its classes anew; what is used of them here is alike.
  ["openai 7", sdk7 as unknown as OpenAiSdk, "postgres"],
];

/** A client of the gateway that never repeats a call by itself, so that each test sees each answer. */
export function openAiClient(
  sdk: OpenAiSdk,
  to: { url: string; apiKey: string },
  options: { maxRetries?: number; timeout?: number } = {},
): InstanceType<OpenAiSdk["OpenAI"]> {
  return new sdk.OpenAI({ apiKey: to.apiKey, baseURL: `${to.url}/v1`, maxRetries: 0, ...options });
}
