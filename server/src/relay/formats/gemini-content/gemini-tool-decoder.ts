import { neededText, plainField, textField, textsField, unreadFields } from "../chat/body-fields.ts";
import type { BodyObject } from "../chat/body-fields.ts";
import type { ChatTool, ChatToolChoice, FunctionTool } from "../chat/chat-tool.ts";
import { fieldsOf } from "../reported-usage.ts";
import { namedValue } from "../chat/named-value.ts";
import { enumField, geminiField, geminiObjects } from "./gemini-fields.ts";
import { jsonSchemaFromOpenApi } from "./gemini-schema-decoder.ts";

const DIALECT = "gemini";

/** The vendor's own tools that others have too, by the name that the shared form gives them. */
const SHARED_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    googleSearch: "web_search",
    googleSearchRetrieval: "web_search",
    enterpriseWebSearch: "web_search",
    urlContext: "web_fetch",
    codeExecution: "code_execution",
    fileSearch: "file_search",
    computerUse: "computer",
  }),
);

/**
 * Reads `tools`, each entry of which holds functions or tools of the vendor's or both. Throws FormatError.
 *
 * Source: https://ai.google.dev/api/caching#Tool.
 */
export function decodeTools(body: BodyObject): readonly ChatTool[] {
  return (geminiObjects(body, "tools") ?? []).flatMap((tool) => {
    const functions = (geminiObjects(tool, "functionDeclarations") ?? []).map((declaration): ChatTool =>
      decodeFunction(declaration),
    );
    const own = Object.entries(tool.fields)
      .filter(([name, value]) => name !== "functionDeclarations" && value !== null)
      .map(([name, value]): ChatTool => ({
        type: "vendor",
        dialect: DIALECT,
        name: SHARED_NAMES.get(name) ?? name,
        raw: { [name]: value },
      }));
    return own.length === 0 ? functions : functions.concat(own);
  });
}

function decodeFunction(tool: BodyObject): FunctionTool {
  const name = neededText(tool, "name");
  const description = textField(tool, "description");
  const jsonSchema = plainField(tool, "parametersJsonSchema");
  const openApi = jsonSchema ? undefined : plainField(tool, "parameters");
  const parameters = jsonSchema ?? (openApi && jsonSchemaFromOpenApi(openApi));
  const extensions = unreadFields(tool, DIALECT);
  return {
    type: "function",
    name,
    ...(description !== undefined && { description }),
    ...(parameters && { parameters }),
    ...(extensions && { extensions }),
  };
}

const MODES: Readonly<Record<string, ChatToolChoice["mode"]>> = {
  AUTO: "auto",
  ANY: "required",
  NONE: "none",
};

/**
 * Reads `toolConfig`. `VALIDATED` is `auto` among the allowed functions; without a list of them the word itself is kept.
 * Throws FormatError.
 *
 * Source: https://ai.google.dev/api/caching#FunctionCallingConfig.
 */
export function decodeToolChoice(body: BodyObject): ChatToolChoice | undefined {
  const config = geminiField(body, "toolConfig");
  const calling = config && geminiField(config, "functionCallingConfig");
  if (calling === undefined) return undefined;
  const names = textsField(calling, "allowedFunctionNames");
  const only = names && names.length > 0 ? { only: names } : {};
  const word = enumField(calling, "mode");
  const mode = word === undefined ? undefined : namedValue(MODES, word);
  if (mode !== undefined) return { mode, ...only };
  // What is no mode of ours comes back as the client wrote it.
  if (word !== undefined && word !== "MODE_UNSPECIFIED" && !(word === "VALIDATED" && "only" in only))
    calling.read.delete("mode");
  return word === undefined && names === undefined ? undefined : { mode: "auto", ...only };
}

/** The mode that a client's `toolConfig` spells and the shared form has no word for. */
export function keptMode(kept: unknown): unknown {
  return fieldsOf(fieldsOf(fieldsOf(kept)["toolConfig"])["functionCallingConfig"])["mode"];
}
