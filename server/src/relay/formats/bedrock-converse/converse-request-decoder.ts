import { isObject } from "@tollgate/contract/json-object";
import {
  bodyObject,
  countField,
  failField,
  neededText,
  numberField,
  objectField,
  objectsField,
  plainField,
  textField,
  textsField,
  unreadFields,
  wordField,
} from "../chat/body-fields.ts";
import type { BodyObject } from "../chat/body-fields.ts";
import { joinToolMessages } from "../chat/canonical-messages.ts";
import type { RequestAddress } from "../chat/chat-format.ts";
import type { AssistantPart, ChatPart, ToolResultPart } from "../chat/chat-part.ts";
import type { ChatMessage, ChatRequest, OutputForm, Sampling, SystemPart } from "../chat/chat-request.ts";
import type { ChatTool, ChatToolChoice } from "../chat/chat-tool.ts";
import { readFunctionTool } from "../chat/function-tool.ts";
import { decodeBlocks, hintOf, isContent } from "./converse-content-decoder.ts";

const DIALECT = "bedrock-converse";

/** A request of Converse, as the encoder writes it. Throws FormatError. */
export function decodeConverseRequest(value: unknown, address: RequestAddress = {}): ChatRequest {
  const body = bodyObject(value, "");
  const messages = (objectsField(body, "messages") ?? failField(body, "messages", "it is required")).flatMap(
    decodeMessage,
  );
  const system = decodeBlocks(body, "system").filter((part): part is SystemPart => part.type === "text");
  const tools = decodeTools(body);
  const inference = objectField(body, "inferenceConfig");
  const maxOutputTokens = inference && countField(inference, "maxTokens");
  const sampling = inference && decodeSampling(inference);
  const outputForm = decodeOutputForm(body);
  const tier = objectField(body, "serviceTier");
  const serviceTier = tier && textField(tier, "type");
  const extensions = unreadFields(body, DIALECT);
  return {
    model: address.model ?? "",
    system,
    messages: joinToolMessages(messages),
    ...tools,
    ...(outputForm && { outputForm }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(sampling && { sampling }),
    stream: address.stream ?? false,
    wantsUsage: true,
    ...(serviceTier !== undefined && { serviceTier }),
    ...(extensions && { extensions }),
  };
}

function decodeMessage(message: BodyObject): ChatMessage[] {
  const role =
    wordField(message, "role", ["user", "assistant"]) ?? failField(message, "role", "it is required");
  const parts = decodeBlocks(message, "content");
  const extensions = unreadFields(message, DIALECT);
  const runs: ChatMessage[] =
    role === "assistant" ? [{ role, parts: parts.filter(isAssistant) }] : splitResults(parts);
  const [first, ...rest] = runs;
  return first && extensions ? [{ ...first, extensions }, ...rest] : runs;
}

function isAssistant(part: ChatPart): part is AssistantPart {
  return part.type !== "tool-result";
}

/** Results of tools in messages of their own; the order stays. */
function splitResults(parts: readonly ChatPart[]): ChatMessage[] {
  const runs: ChatMessage[] = [];
  for (const part of parts) {
    const last = runs.at(-1);
    if (part.type === "tool-result") {
      const results: ToolResultPart[] = last?.role === "tool" ? [...last.parts, part] : [part];
      runs.splice(last?.role === "tool" ? -1 : runs.length, 1, { role: "tool", parts: results });
    } else if (isContent(part)) {
      const said = last?.role === "user" ? [...last.parts, part] : [part];
      runs.splice(last?.role === "user" ? -1 : runs.length, 1, { role: "user", parts: said });
    }
  }
  return runs.length === 0 ? [{ role: "user", parts: [] }] : runs;
}

function decodeTools(body: BodyObject): Pick<ChatRequest, "tools" | "toolChoice"> {
  const config = objectField(body, "toolConfig");
  if (config === undefined) return {};
  const tools: ChatTool[] = [];
  for (const entry of objectsField(config, "tools") ?? []) {
    const mark = objectField(entry, "cachePoint");
    const last = tools.at(-1);
    if (mark && last?.type === "function") tools[tools.length - 1] = { ...last, cache: hintOf(mark) };
    else if (!mark) tools.push(decodeTool(entry));
  }
  const toolChoice = decodeChoice(config);
  return { ...(tools.length > 0 && { tools }), ...(toolChoice && { toolChoice }) };
}

function decodeTool(entry: BodyObject): ChatTool {
  const spec = objectField(entry, "toolSpec");
  if (spec === undefined)
    return { type: "vendor", dialect: DIALECT, name: Object.keys(entry.fields)[0] ?? "", raw: entry.fields };
  const schema = objectField(spec, "inputSchema");
  return readFunctionTool(spec, schema && plainField(schema, "json"), DIALECT);
}

function decodeChoice(config: BodyObject): ChatToolChoice | undefined {
  const choice = objectField(config, "toolChoice");
  if (choice === undefined) return undefined;
  const tool = objectField(choice, "tool");
  if (tool) return { mode: "required", only: [neededText(tool, "name")] };
  return { mode: objectField(choice, "any") ? "required" : "auto" };
}

function decodeSampling(inference: BodyObject): Sampling | undefined {
  const temperature = numberField(inference, "temperature");
  const topP = numberField(inference, "topP");
  const stop = textsField(inference, "stopSequences");
  const sampling: Sampling = {
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { topP }),
    ...(stop && stop.length > 0 && { stop }),
  };
  return Object.keys(sampling).length === 0 ? undefined : sampling;
}

function decodeOutputForm(body: BodyObject): OutputForm | undefined {
  const output = objectField(body, "outputConfig");
  const format = output && objectField(output, "textFormat");
  if (format === undefined) return undefined;
  neededText(format, "type");
  const structure = objectField(format, "structure") ?? failField(format, "structure", "it is required");
  const holder = objectField(structure, "jsonSchema") ?? failField(structure, "jsonSchema", "it is required");
  const schema = parsedObject(neededText(holder, "schema")) ?? failField(holder, "schema", "it must be JSON");
  const name = textField(holder, "name");
  const description = textField(holder, "description");
  return {
    type: "schema",
    schema,
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
  };
}

function parsedObject(text: string) {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    // The caller says that it is none.
    return undefined;
  }
}
