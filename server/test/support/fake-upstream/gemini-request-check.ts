import { ANTHROPIC_SIGNATURE } from "./anthropic-reply.ts";
import { isJsonObject, member } from "./json-value.ts";
import { RESPONSES_SEAL } from "./responses-stream.ts";

/** https://ai.google.dev/api/generate-content#request-body */
const FIELDS = new Set([
  "contents",
  "tools",
  "toolConfig",
  "safetySettings",
  "systemInstruction",
  "generationConfig",
  "cachedContent",
  "model",
  "serviceTier",
  "store",
]);

/** What Google finds wrong with a body, in its way of saying so; undefined if nothing. */
export function geminiComplaint(model: string, json: Readonly<Record<string, unknown>>): string | undefined {
  for (const name of Object.keys(json)) {
    const known = FIELDS.has(name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()));
    if (!known) return `Invalid JSON payload received. Unknown name "${name}": Cannot find field.`;
  }
  const contents = json["contents"];
  if (!Array.isArray(contents) || contents.length === 0)
    return "* GenerateContentRequest.contents: contents is not specified";
  return toolsComplaint(json["tools"]) ?? contentsComplaint(contents, /^gemini-[3-9]/.test(model));
}

function toolsComplaint(tools: unknown): string | undefined {
  for (const tool of listOf(tools))
    for (const declared of listOf(member(tool, "functionDeclarations"))) {
      const parameters = member(declared, "parameters");
      if (String(member(parameters, "type")).toUpperCase() !== "OBJECT") continue;
      if (Object.keys(member(parameters, "properties") ?? {}).length === 0)
        return `* GenerateContentRequest.tools[0].function_declarations[0].parameters.properties: should be non-empty for OBJECT type`;
    }
  return undefined;
}

/** Seals of other vendors' thoughts. */
const FOREIGN: ReadonlySet<unknown> = new Set([ANTHROPIC_SIGNATURE, RESPONSES_SEAL]);

/** As many responses as calls, all in the turn right after them; the third generation wants its signatures back. */
function contentsComplaint(contents: readonly unknown[], isSigned: boolean): string | undefined {
  let open = 0;
  for (const { role, parts } of turnsOf(contents)) {
    if (role !== "user" && role !== "model") return "Please use a valid role: user, model.";
    if (parts.length === 0)
      return "* GenerateContentRequest.contents[0].parts: contents.parts must not be empty.";
    const responses = parts.filter((part) => isJsonObject(member(part, "functionResponse"))).length;
    if (responses !== open)
      return "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.";
    const calls = parts.filter((part) => isJsonObject(member(part, "functionCall")));
    open = calls.length;
    const signature = member(calls[0], "thoughtSignature");
    if (FOREIGN.has(signature)) return "Thought signature is not valid.";
    if (isSigned && calls.length > 0 && typeof signature !== "string")
      return "Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly.";
  }
  return open === 0 ? undefined : "Please ensure that function call turns are followed by their responses.";
}

/** Contents of one role in a row are one turn. */
function turnsOf(contents: readonly unknown[]): { role: unknown; parts: unknown[] }[] {
  const turns: { role: unknown; parts: unknown[] }[] = [];
  for (const content of contents) {
    const role = member(content, "role") ?? "user";
    const parts = listOf(member(content, "parts"));
    const last = turns.at(-1);
    if (last?.role === role && parts.length > 0) last.parts.push(...parts);
    else turns.push({ role, parts: [...parts] });
  }
  return turns;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
