import { isObject } from "@tollgate/contract/json-object";
import { fieldsOf, objectsIn, textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";

/**
 * What Perplexity has read for its answer, beside the choices of an answer or of a chunk: `search_results`, or the addresses
 * alone in `citations`; as the annotations that other vendors have in a message.
 * Source: https://docs.perplexity.ai/api-reference/chat-completions-post
 */
export function sourceAnnotations(answer: Fields): readonly Fields[] {
  const results = objectsIn(answer["search_results"]);
  const { citations } = answer;
  const addresses = Array.isArray(citations) ? citations.map((url) => ({ url: textOf(url), title: "" })) : [];
  const sources =
    results.length > 0
      ? results.map(({ url, title }) => ({ url: textOf(url), title: textOf(title) }))
      : addresses;
  return sources
    .filter(({ url }) => url !== "")
    .map(({ url, title }) => ({
      type: "url_citation",
      url_citation: title === "" ? { url } : { url, title },
    }));
}

/** A choice whose message (or delta) has these annotations, unless it has some of its own. */
export function withSources(choice: Fields, name: "message" | "delta", sources: readonly Fields[]): Fields {
  const message = choice[name];
  if (sources.length === 0 || !isObject(message) || Array.isArray(fieldsOf(message)["annotations"]))
    return choice;
  return { ...choice, [name]: { ...message, annotations: sources } };
}
