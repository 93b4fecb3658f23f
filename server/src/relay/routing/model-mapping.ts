/**
 * Follows a channel's model mapping from the asked name to the one to send: {"a":"b","b":"c"} sends c for a. Answers
 * undefined when it goes in a circle; a name mapped to itself ends there.
 */
export function mapModel(mapping: ReadonlyMap<string, string>, asked: string): string | undefined {
  let model = asked;
  for (let steps = 0; steps <= mapping.size; steps++) {
    const next = mapping.get(model);
    if (next === undefined || next === "" || next === model) return model;
    model = next;
  }
  return undefined;
}
