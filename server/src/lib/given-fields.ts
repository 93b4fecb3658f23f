/** The fields that have a value, without those that were left out. */
export function givenFields<Values extends object>(
  values: Values,
): { [Key in keyof Values]: Exclude<Values[Key], undefined> } {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  // Only undefined values are gone, and each type has lost just that.
  return Object.fromEntries(given) as { [Key in keyof Values]: Exclude<Values[Key], undefined> };
}
