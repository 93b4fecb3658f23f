import { jsonReply, type BodyReply } from "./dialect.ts";
import { openAiError } from "./openai-errors.ts";

const DEFAULT_MODELS = ["gpt-4o", "gpt-4o-mini", "gpt-3.5-turbo-instruct", "text-embedding-3-small"];
const CREATED_AT_SECONDS = 1_715_367_049;

/** GET /v1/models. */
export function openAiModelList(models: readonly string[] = DEFAULT_MODELS): BodyReply {
  return jsonReply({ object: "list", data: models.map(modelView) });
}

/** GET /v1/models/{model}. */
export function openAiModel(model: string, models: readonly string[] = DEFAULT_MODELS): BodyReply {
  return models.includes(model) ? jsonReply(modelView(model)) : openAiUnknownModel(model);
}

/** The refusal of a model that the upstream does not know. */
export function openAiUnknownModel(model: string): BodyReply {
  const message = `The model \`${model}\` does not exist or you do not have access to it.`;
  return openAiError(404, { message, code: "model_not_found" });
}

function modelView(id: string): object {
  return { id, object: "model", created: CREATED_AT_SECONDS, owned_by: "fake-upstream" };
}
