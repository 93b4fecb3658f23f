/**
 * What a table says about a name that somebody else wrote. A plain `table[name]` also finds what every object has:
 * `constructor`, `toString`.
 */
export function namedValue<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
