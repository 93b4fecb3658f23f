import { anyField, bodyObject, countField, failField, flagField, textField } from "../chat/body-fields.ts";
import type { BodyObject } from "../chat/body-fields.ts";
import type { ChatRequest } from "../chat/chat-request.ts";
import { decodeOpenAiChatRequest } from "../openai-chat/openai-chat-request-decoder.ts";

/** What means the same in a chat, OpenAI's own words and those that vLLM and its like have added. */
const SHARED: ReadonlySet<string> = new Set([
  "model",
  "stream",
  "stream_options",
  "max_tokens",
  "n",
  "stop",
  "user",
  "temperature",
  "top_p",
  "seed",
  "presence_penalty",
  "frequency_penalty",
  "logit_bias",
  "top_k",
  "min_p",
  "repetition_penalty",
]);

/**
 * A legacy completion as a chat whose user says the prompt. What a chat has no word for is kept aside, so that every
 * upstream's codec reports it as lost. Throws FormatError, for several prompts and for tokens too.
 * Source: https://platform.openai.com/docs/api-reference/completions/create
 */
export function decodeOpenAiCompletionsRequest(value: unknown): ChatRequest {
  const body = bodyObject(value, "");
  const messages = [{ role: "user", content: promptOf(body) }];
  const names = Object.keys(body.fields).filter((name) => SHARED.has(name));
  const shared = Object.fromEntries(names.map((name) => [name, body.fields[name]]));
  const { extensions, ...chat } = decodeOpenAiChatRequest({ ...shared, messages });
  const fields = { ...extensions?.fields, ...ownFields(body) };
  return Object.keys(fields).length === 0
    ? chat
    : { ...chat, extensions: { dialect: "openai-completions", fields } };
}

/** A list with one text in it is that text. */
function promptOf(body: BodyObject): string {
  const value = anyField(body, "prompt");
  const prompts: readonly unknown[] = Array.isArray(value) ? value : [value];
  const [prompt] = prompts;
  if (typeof prompt === "number" || Array.isArray(prompt))
    return failField(body, "prompt", "it must be a text: this model cannot read tokens of others");
  if (prompts.length > 1)
    return failField(body, "prompt", "it must be one text: this model answers one prompt a call");
  return typeof prompt === "string" && prompt !== ""
    ? prompt
    : failField(body, "prompt", "it must be a text that is not empty");
}

/** What else the client has said, without what means as much as saying nothing. */
function ownFields(body: BodyObject): Record<string, unknown> {
  const bestOf = countField(body, "best_of") ?? 0;
  const logprobs = countField(body, "logprobs");
  const own: Record<string, unknown> = {
    suffix: textField(body, "suffix") || undefined,
    echo: flagField(body, "echo") || undefined,
    logprobs,
    best_of: bestOf > 1 ? bestOf : undefined,
  };
  for (const [name, field] of Object.entries(body.fields))
    if (!SHARED.has(name) && !body.read.has(name)) own[name] = field ?? undefined;
  return Object.fromEntries(Object.entries(own).filter(([, field]) => field !== undefined));
}
