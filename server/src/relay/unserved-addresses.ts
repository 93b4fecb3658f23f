import { RelayError } from "./relay-error.ts";

/**
 * What vendors have at these addresses keeps state with them (files, jobs, threads), or has long been given up (`edits`):
 * a gateway in front of many vendors has no such call, and says so instead of sending the client to look for a typing
 * error. Source: https://platform.openai.com/docs/api-reference.
 */
const KNOWN_TO_VENDORS =
  /^\/(?:v1(?:beta\/openai)?|openai(?:\/v1)?)\/(?:files|fine-tunes|fine_tuning|batches|assistants|threads|vector_stores|uploads|containers|evals|conversations|organization|edits|realtime|messages\/batches|responses\/.+|chat\/completions\/.+)(?:\/|$)/;

/** Google's: https://ai.google.dev/api. Methods of models that are not relayed, and what is kept with the vendor. */
const KNOWN_TO_GOOGLE =
  /^\/(?:upload\/)?v1(?:beta)?\/(?:files|cachedContents|tunedModels|corpora|batches|fileSearchStores|models\/.+:.+)(?:[/:]|$)/;

/** The refusal of a call that nobody answers: 501 where a vendor would, else 404. `path` has no slash at its end. */
export function unservedAddress(method: string, path: string): RelayError {
  const isModelDeleted = method === "DELETE" && /^\/v1\/models\/./.test(path);
  const isKnown = isModelDeleted || KNOWN_TO_VENDORS.test(path) || KNOWN_TO_GOOGLE.test(path);
  return new RelayError(isKnown ? "api_not_implemented" : "address.unknown", { method, path });
}
