/** What the declarations of tools say, in the lines in which OpenAI's models read them, and how they are framed. */
export interface ToolLines {
  readonly lines: readonly string[];
  readonly tools: number;
  /** Objects that have properties. */
  readonly objects: number;
  readonly properties: number;
  /** Properties that list their values, and the values listed. */
  readonly enums: number;
  readonly enumItems: number;
}

type Counts = { -readonly [Key in keyof Omit<ToolLines, "lines">]: number } & { lines: string[] };

/** Schemas may nest without end; what lies deeper than this is not looked at. */
const DEPTH_MAX = 16;

/**
 * Reads `tools` (or the older `functions`) and a schema for the answer. Follows OpenAI's own recipe, `name:description`
 * for a tool and `name:type:description` for a property without the full stop at the end, and applies it at every depth:
 * https://cookbook.openai.com/examples/how_to_count_tokens_with_tiktoken, section 7.
 */
export function readToolLines(tools: unknown, schema?: unknown): ToolLines {
  const counts: Counts = { lines: [], tools: 0, objects: 0, properties: 0, enums: 0, enumItems: 0 };
  if (Array.isArray(tools)) for (const tool of tools) readTool(Object(tool), counts);
  readSchema(schema, counts, 0);
  return counts;
}

function readTool(tool: Readonly<Record<string, unknown>>, counts: Counts): void {
  const { name, description, parameters, input_schema: inputSchema } = Object(tool["function"] ?? tool);
  counts.tools++;
  counts.lines.push(`${textOf(name)}:${withoutStop(description)}`);
  readSchema(parameters ?? inputSchema, counts, 0);
}

function readSchema(schema: unknown, counts: Counts, depth: number): void {
  if (typeof schema !== "object" || schema === null || depth > DEPTH_MAX) return;
  const { properties, items, enum: values, anyOf, oneOf, allOf, $defs: definitions } = Object(schema);
  if (Array.isArray(values)) readEnum(values, counts);
  if (isRecord(properties)) {
    const entries = Object.entries(properties);
    if (entries.length > 0) counts.objects++;
    for (const [key, property] of entries) readProperty(key, property, counts, depth);
  }
  if (isRecord(definitions))
    for (const definition of Object.values(definitions)) readSchema(definition, counts, depth + 1);
  readSchema(items, counts, depth + 1);
  for (const choices of [anyOf, oneOf, allOf])
    if (Array.isArray(choices)) for (const choice of choices) readSchema(choice, counts, depth + 1);
}

function readProperty(key: string, property: unknown, counts: Counts, depth: number): void {
  const { type, description } = Object(property);
  counts.properties++;
  counts.lines.push(`${key}:${textOf(type)}:${withoutStop(description)}`);
  readSchema(property, counts, depth + 1);
}

function readEnum(values: readonly unknown[], counts: Counts): void {
  counts.enums++;
  counts.enumItems += values.length;
  for (const value of values) if (typeof value === "string") counts.lines.push(value);
}

const isRecord = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const withoutStop = (value: unknown): string => textOf(value).replace(/\.$/, "");
