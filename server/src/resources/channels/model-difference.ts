/** How what a vendor lists differs from what a channel serves; names sorted. */
export interface ModelDifference {
  /** Listed and not served. */
  readonly added: readonly string[];
  /** Served and not listed. */
  readonly gone: readonly string[];
}

/**
 * Compares names as the vendor knows them: `listedName` answers under which one it lists a model that the channel serves,
 * which another one is where the channel maps it. Names that no channel could serve are left out.
 */
export function modelDifference(
  served: readonly string[],
  listed: readonly string[],
  listedName: (model: string) => string,
): ModelDifference {
  const known = new Set(listed.map(plainName));
  const asked = new Set(served.flatMap((model) => [plainName(model), plainName(listedName(model))]));
  return {
    added: listed.filter((name) => isServable(name) && !asked.has(plainName(name))).sort(),
    gone: served.filter((model) => !known.has(plainName(listedName(model)))).sort(),
  };
}

/** Ollama lists `llama3:latest` and answers to `llama3`. */
function plainName(name: string): string {
  return name.replace(/:latest$/, "");
}

/** A channel's models are a comma list of names that fit a column. */
function isServable(name: string): boolean {
  return name.length <= 255 && !name.includes(",") && name.trim() === name;
}
