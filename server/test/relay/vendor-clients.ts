import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";

/** Anthropic's own client of the gateway. It never repeats a call by itself. */
export function anthropicClient({ url, apiKey }: { url: string; apiKey: string }): Anthropic {
  return new Anthropic({ apiKey, baseURL: url, maxRetries: 0 });
}

/** Google's own client of the gateway. */
export function googleClient({ url, apiKey }: { url: string; apiKey: string }): GoogleGenAI {
  return new GoogleGenAI({ apiKey, vertexai: false, httpOptions: { baseUrl: url } });
}

/** What a call that must fail was rejected with. */
export async function failureOf(call: Promise<unknown>): Promise<unknown> {
  const { outcome } = await call.then(
    () => ({ outcome: undefined }),
    (error: unknown) => ({ outcome: error }),
  );
  if (outcome === undefined) throw new Error("the call did not fail as it should");
  return outcome;
}
