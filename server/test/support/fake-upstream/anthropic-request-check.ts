import { ANTHROPIC_SIGNATURE } from "./anthropic-reply.ts";
import { isJsonObject, member } from "./json-value.ts";

/** https://platform.claude.com/docs/en/api/messages/create */
const FIELDS = new Set([
  "model",
  "messages",
  "max_tokens",
  "system",
  "temperature",
  "top_p",
  "top_k",
  "stop_sequences",
  "stream",
  "tools",
  "tool_choice",
  "thinking",
  "metadata",
  "service_tier",
  "container",
  "context_management",
  "mcp_servers",
  "output_config",
  "inference_geo",
  "cache_control",
]);

/** What Anthropic finds wrong with a body, in its way of saying so; undefined if nothing. */
export function anthropicComplaint(json: Readonly<Record<string, unknown>>): string | undefined {
  for (const name of Object.keys(json))
    if (!FIELDS.has(name)) return `${name}: Extra inputs are not permitted`;
  if (typeof json["max_tokens"] !== "number") return "max_tokens: Field required";
  const messages = json["messages"];
  if (!Array.isArray(messages) || messages.length === 0) return "messages: at least one message is required";
  if (member(messages[0], "role") !== "user") return "messages: first message must use the user role";
  return (
    formatComplaint(json) ??
    thinkingComplaint(json) ??
    messagesComplaint(messages) ??
    thoughtsComplaint(json, messages)
  );
}

/** https://platform.claude.com/docs/en/build-with-claude/structured-outputs: what its schemas may hold. */
function formatComplaint(json: Readonly<Record<string, unknown>>): string | undefined {
  const complaint = schemaComplaint(member(member(json["output_config"], "format"), "schema"));
  return complaint === undefined ? undefined : `output_config.format.schema: ${complaint}`;
}

function schemaComplaint(schema: unknown): string | undefined {
  if (Array.isArray(schema)) return schema.map(schemaComplaint).find((found) => found !== undefined);
  if (!isJsonObject(schema)) return undefined;
  const type = String(schema["type"]);
  if (type === "object" && schema["additionalProperties"] !== false)
    return "For 'object' type, 'additionalProperties' must be explicitly set to false";
  for (const name of ["minimum", "maximum", "minLength", "maxLength", "maxItems"])
    if (name in schema) return `For '${type}' type, property '${name}' is not supported`;
  const { properties, items, anyOf } = schema;
  return schemaComplaint([...Object.values(properties ?? {}), items, anyOf]);
}

function thinkingComplaint(json: Readonly<Record<string, unknown>>): string | undefined {
  const budget = member(json["thinking"], "budget_tokens");
  if (typeof budget !== "number") return undefined;
  if (budget < 1024) return "thinking.enabled.budget_tokens: Input should be greater than or equal to 1024";
  return budget >= Number(json["max_tokens"])
    ? "`max_tokens` must be greater than `thinking.budget_tokens`."
    : undefined;
}

/** Every call has its result in the very next message, and no result is without its call. */
function messagesComplaint(messages: readonly unknown[]): string | undefined {
  let open: readonly unknown[] = [];
  for (const [index, message] of messages.entries()) {
    const role = member(message, "role");
    if (role !== "user" && role !== "assistant")
      return `messages.${index}.role: Input should be 'user' or 'assistant'`;
    const blocks = blocksOf(member(message, "content"));
    if (blocks === undefined) return `messages.${index}.content: Field required`;
    const results = valuesOf(blocks, "tool_result", "tool_use_id");
    const stray = results.find((id) => !open.includes(id));
    if (stray !== undefined)
      return `messages.${index}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${String(stray)}`;
    const missing = open.find((id) => !results.includes(id));
    if (missing !== undefined)
      return `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks: ${String(missing)}`;
    open = valuesOf(blocks, "tool_use", "id");
  }
  return undefined;
}

/** Thoughts are the vendor's own, and with a budget for thinking the turn whose calls are answered begins with one. */
function thoughtsComplaint(
  { thinking }: Readonly<Record<string, unknown>>,
  messages: readonly unknown[],
): string | undefined {
  const turns = messages.map((message) => blocksOf(member(message, "content")) ?? []);
  for (const [index, blocks] of turns.entries())
    for (const [place, block] of blocks.entries())
      if (member(block, "type") === "thinking" && member(block, "signature") !== ANTHROPIC_SIGNATURE)
        return `messages.${index}.content.${place}: Invalid \`signature\` in \`thinking\` block`;
  if (member(thinking, "type") !== "enabled") return undefined;
  const isAnswered = turns.at(-1)?.some((block) => member(block, "type") === "tool_result") ?? false;
  const first = member(turns.at(-2)?.[0], "type");
  return !isAnswered || first === "thinking" || first === "redacted_thinking"
    ? undefined
    : `messages.${turns.length - 2}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${String(first)}\`.`;
}

function blocksOf(content: unknown): readonly unknown[] | undefined {
  if (typeof content === "string") return content === "" ? undefined : [];
  return Array.isArray(content) && content.every(isJsonObject) ? content : undefined;
}

function valuesOf(blocks: readonly unknown[], type: string, name: string): unknown[] {
  return blocks.filter((block) => member(block, "type") === type).map((block) => member(block, name));
}
