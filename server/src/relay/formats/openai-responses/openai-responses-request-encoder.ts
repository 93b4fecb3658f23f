import { withKeptFields } from "../chat/body-fields.ts";
import type { Encoded } from "../chat/chat-format.ts";
import { createLossList } from "../chat/chat-loss.ts";
import type { LossList } from "../chat/chat-loss.ts";
import type { ChatRequest } from "../chat/chat-request.ts";
import type { ChatTarget } from "../chat/chat-target.ts";
import { effortFromBudget } from "../chat/reasoning-effort.ts";
import type { Fields } from "../reported-usage.ts";
import { DIALECT } from "./openai-responses-dialect.ts";
import { encodeInput } from "./openai-responses-input-encoder.ts";
import { LOGPROBS_INCLUDED } from "./openai-responses-request-decoder.ts";
import { encodeTools } from "./openai-responses-tool-encoder.ts";

const WRITTEN = new Set([
  "model",
  "system",
  "messages",
  "tools",
  "toolChoice",
  "parallelToolCalls",
  "outputForm",
  "maxOutputTokens",
  "sampling",
  "reasoning",
  "stream",
  // This dialect always tells it.
  "wantsUsage",
  "verbosity",
  "endUser",
  "safetyIdentifier",
  "metadata",
  "serviceTier",
  "store",
  "previousResponseId",
  "promptCacheKey",
  "promptCacheRetention",
  "extensions",
]);

/** A request for the Responses API. What it has no word for is a loss. */
export function encodeRequest(request: ChatRequest, target: ChatTarget): Encoded {
  const losses = createLossList();
  const { stateless: isStateless = false, thoughts = "sealed" } = target.openAiResponses ?? {};
  losses.unwritten("", request, WRITTEN, DIALECT);
  const kept = losses.extensions("", request.extensions, DIALECT);
  const body: Fields = {
    model: target.model,
    ...encodeInput(request, { losses, isStateless, thoughts }),
    ...encodeTools(request, losses),
    ...encodeWishes(request, losses),
    ...(request.stream && { stream: true }),
    ...encodeInclude(request, kept, isStateless),
    ...encodeBookkeeping(request, isStateless, losses),
  };
  return { body: withKeptFields(body, kept), losses: losses.list() };
}

const SAMPLING_WRITTEN = new Set(["temperature", "topP", "logprobs", "topLogprobs"]);

/** How the answer is to be: what a response object repeats too. */
export function encodeWishes(request: ChatRequest, losses: LossList): Fields {
  const { maxOutputTokens, sampling = {} } = request;
  const { temperature, topP, topLogprobs } = sampling;
  losses.unwritten("sampling", sampling, SAMPLING_WRITTEN, DIALECT);
  if (sampling.logprobs === false) losses.changed("sampling.logprobs", "saying nothing means the same");
  const text = encodeText(request, losses);
  const reasoning = encodeReasoning(request, losses);
  return {
    ...(maxOutputTokens !== undefined && { max_output_tokens: maxOutputTokens }),
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { top_p: topP }),
    ...(topLogprobs !== undefined && { top_logprobs: topLogprobs }),
    ...(text && { text }),
    ...(reasoning && { reasoning }),
  };
}

function encodeText({ outputForm, verbosity }: ChatRequest, losses: LossList): Fields | undefined {
  if (outputForm === undefined && verbosity === undefined) return undefined;
  return {
    ...(outputForm && { format: encodeForm(outputForm, losses) }),
    ...(verbosity !== undefined && { verbosity }),
  };
}

const FORM_WRITTEN = new Set(["type", "schema", "name", "description", "isStrict"]);

function encodeForm(form: NonNullable<ChatRequest["outputForm"]>, losses: LossList): Fields {
  losses.unwritten("outputForm", form, FORM_WRITTEN, DIALECT);
  if (form.type === "text") return { type: "text" };
  if (form.type === "json") return { type: "json_object" };
  const { schema, name, description, isStrict } = form;
  if (name === undefined) losses.added("outputForm.name", "schemas have names here");
  return {
    type: "json_schema",
    name: name ?? "answer",
    schema,
    ...(description !== undefined && { description }),
    ...(isStrict !== undefined && { strict: isStrict }),
  };
}

const REASONING_WRITTEN = new Set(["mode", "effort", "budgetTokens", "summary"]);

function encodeReasoning({ reasoning }: ChatRequest, losses: LossList): Fields | undefined {
  if (reasoning === undefined) return undefined;
  losses.unwritten("reasoning", reasoning, REASONING_WRITTEN, DIALECT);
  const { mode, budgetTokens, summary } = reasoning;
  const effort = encodeEffort(reasoning, losses);
  if (mode !== undefined && mode !== "off") losses.leftOut("reasoning.mode", "the model decides it here");
  if (budgetTokens !== undefined && mode !== "off")
    losses.changed("reasoning.budgetTokens", `sent as the effort ${effort}`);
  if (summary === "none") losses.changed("reasoning.summary", "saying nothing means the same");
  const hasSummary = summary !== undefined && summary !== "none";
  if (effort === undefined && !hasSummary) return undefined;
  return { ...(effort !== undefined && { effort }), ...(hasSummary && { summary }) };
}

function encodeEffort(
  { mode, effort, budgetTokens }: NonNullable<ChatRequest["reasoning"]>,
  losses: LossList,
): string | undefined {
  if (mode !== "off")
    return effort ?? (budgetTokens === undefined ? undefined : effortFromBudget(budgetTokens));
  for (const [name, wish] of Object.entries({ effort, budgetTokens }))
    if (wish !== undefined) losses.leftOut(`reasoning.${name}`, "the model is not to reason");
  return "none";
}

const SEALED_INCLUDED = "reasoning.encrypted_content";

/** Where nothing is kept, thoughts must come sealed, so that they can be sent back. */
function encodeInclude({ sampling }: ChatRequest, kept: Fields | undefined, isStateless: boolean): Fields {
  const wished: unknown = kept?.["include"];
  const include = new Set<unknown>(Array.isArray(wished) ? wished : []);
  if (sampling?.logprobs === true) include.add(LOGPROBS_INCLUDED);
  if (isStateless) include.add(SEALED_INCLUDED);
  return include.size > 0 ? { include: [...include] } : {};
}

function encodeBookkeeping(request: ChatRequest, isStateless: boolean, losses: LossList): Fields {
  const { endUser, safetyIdentifier, metadata, serviceTier, previousResponseId, promptCacheKey } = request;
  const { promptCacheRetention } = request;
  const store = isStateless ? false : request.store;
  if (isStateless && request.store === undefined) losses.added("store", "nothing is to be kept there");
  if (isStateless && request.store === true) losses.changed("store", "nothing is to be kept there");
  const isContinued = previousResponseId !== undefined && !isStateless;
  if (previousResponseId !== undefined && isStateless)
    losses.leftOut("previousResponseId", "nothing is kept there to go on from");
  return {
    ...(endUser !== undefined && { user: endUser }),
    ...(safetyIdentifier !== undefined && { safety_identifier: safetyIdentifier }),
    ...(metadata && { metadata }),
    ...(serviceTier !== undefined && { service_tier: serviceTier }),
    ...(store !== undefined && { store }),
    ...(isContinued && { previous_response_id: previousResponseId }),
    ...(promptCacheKey !== undefined && { prompt_cache_key: promptCacheKey }),
    ...(promptCacheRetention !== undefined && { prompt_cache_retention: promptCacheRetention }),
  };
}
