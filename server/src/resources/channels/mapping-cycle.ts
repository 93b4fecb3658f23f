/**
 * The circle that a model mapping leads into, as in [a, b, a], or undefined. A name mapped to itself ends there and is
 * no circle. The text is empty or a JSON object of texts.
 */
export function mappingCycle(mappingText: string): string[] | undefined {
  if (mappingText.trim() === "") return undefined;
  // The contract has checked the shape.
  const mapping = new Map(Object.entries(JSON.parse(mappingText) as Record<string, string>));
  const safe = new Set<string>();
  for (const start of mapping.keys()) {
    const path = new Set<string>();
    let model: string | undefined = start;
    while (model !== undefined && !safe.has(model)) {
      if (path.has(model)) return [...[...path].slice([...path].indexOf(model)), model];
      path.add(model);
      const next: string | undefined = mapping.get(model);
      model = next === model || next === "" ? undefined : next;
    }
    for (const name of path) safe.add(name);
  }
  return undefined;
}
