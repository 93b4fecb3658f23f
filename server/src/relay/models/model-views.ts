/** The value that clients of this product family expect; models have no creation time of their own here. */
const CREATED_AT_SECONDS = 1_626_777_600;

/** https://platform.openai.com/docs/api-reference/models/object */
export function openAiCard(id: string): object {
  return { id, object: "model", created: CREATED_AT_SECONDS, owned_by: "tollgate" };
}

/** `success` is what clients of this product family look for. */
export function openAiList(models: readonly string[]): object {
  return { success: true, object: "list", data: models.map(openAiCard) };
}

/** https://platform.claude.com/docs/en/api/models-list. Vendors of other families have no line or capabilities to tell. */
export function anthropicCard(id: string): object {
  const createdAt = new Date(CREATED_AT_SECONDS * 1000).toISOString();
  return { type: "model", id, display_name: id, created_at: createdAt };
}

const ANTHROPIC_PAGE = 20;
const PAGE_MAX = 1000;

/** One page: `limit` models after `after_id` or before `before_id`. */
export function anthropicPage(models: readonly string[], query: URLSearchParams): object {
  const limit = pageSize(query.get("limit"), ANTHROPIC_PAGE);
  const before = query.get("before_id");
  const [from, to] =
    before === null ? [startAfter(models, query.get("after_id"))] : [0, models.indexOf(before)];
  const left = models.slice(from, to === -1 ? undefined : to);
  const page = before === null ? left.slice(0, limit) : left.slice(-limit);
  return {
    data: page.map(anthropicCard),
    first_id: page[0] ?? null,
    last_id: page.at(-1) ?? null,
    has_more: page.length < left.length,
  };
}

/** https://ai.google.dev/api/models#Model. What the gateway does with any model; limits are its vendor's to tell. */
export function geminiCard(model: string): object {
  return {
    name: `models/${model}`,
    version: "001",
    displayName: model,
    supportedGenerationMethods: GEMINI_METHODS,
  };
}

const GEMINI_METHODS = [
  "generateContent",
  "streamGenerateContent",
  "countTokens",
  "embedContent",
  "batchEmbedContents",
];
const GEMINI_PAGE = 50;

/** One page; the token of the next is the name of the last model. */
export function geminiPage(models: readonly string[], query: URLSearchParams): object {
  const left = models.slice(startAfter(models, query.get("pageToken")));
  const page = left.slice(0, pageSize(query.get("pageSize"), GEMINI_PAGE));
  const last = page.at(-1);
  return {
    models: page.map(geminiCard),
    ...(page.length < left.length && last !== undefined && { nextPageToken: last }),
  };
}

/** A cursor that is not there any more begins anew. */
function startAfter(models: readonly string[], cursor: string | null): number {
  return cursor === null ? 0 : models.indexOf(cursor) + 1;
}

function pageSize(asked: string | null, otherwise: number): number {
  const size = Number(asked ?? otherwise);
  return Number.isSafeInteger(size) && size > 0 ? Math.min(size, PAGE_MAX) : otherwise;
}
