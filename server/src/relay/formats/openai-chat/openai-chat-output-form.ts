import { isObject } from "@tollgate/contract/json-object";
import { failField, flagField, objectField, plainField, textField } from "../chat/body-fields.ts";
import type { BodyObject } from "../chat/body-fields.ts";
import type { LossList } from "../chat/chat-loss.ts";
import type { OutputForm } from "../chat/chat-request.ts";
import type { OpenAiChatTarget } from "../chat/chat-target.ts";
import type { Fields } from "../reported-usage.ts";

const DIALECT = "openai-chat";
const TYPES: ReadonlySet<unknown> = new Set(["text", "json_object", "json_schema"]);

/** `response_format`; undefined when there is none, or one that only some vendor has. Throws FormatError. */
export function decodeOutputForm(body: BodyObject): OutputForm | undefined {
  const raw = body.fields["response_format"];
  if (isObject(raw) && typeof raw["type"] === "string" && !TYPES.has(raw["type"])) return undefined;
  const form = objectField(body, "response_format");
  if (form === undefined) return undefined;
  const type = textField(form, "type") ?? failField(form, "type", "it is required");
  if (type === "text") return { type };
  if (type === "json_object") return { type: "json" };
  const inner = objectField(form, "json_schema") ?? failField(form, "json_schema", "it is required");
  const name = textField(inner, "name");
  const description = textField(inner, "description");
  const isStrict = flagField(inner, "strict");
  return {
    type: "schema",
    schema: plainField(inner, "schema") ?? {},
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(isStrict !== undefined && { isStrict }),
  };
}

/** OpenAI demands a name for a schema. */
const SCHEMA_NAME = "answer";

const WRITTEN: Readonly<Record<OutputForm["type"], ReadonlySet<string>>> = {
  text: new Set(["type"]),
  json: new Set(["type"]),
  schema: new Set(["type", "schema", "name", "description", "isStrict"]),
};

export function encodeOutputForm(
  form: OutputForm | undefined,
  { jsonSchema = true }: OpenAiChatTarget,
  losses: LossList,
): Fields {
  if (form === undefined) return {};
  losses.unwritten("outputForm", form, WRITTEN[form.type], DIALECT);
  if (form.type === "text") return { response_format: { type: "text" } };
  if (form.type === "json") return { response_format: { type: "json_object" } };
  if (!jsonSchema) {
    losses.changed("outputForm", "this upstream knows no schemas: any JSON object is asked for");
    return { response_format: { type: "json_object" } };
  }
  const { schema, name, description, isStrict } = form;
  if (name === undefined) losses.added("outputForm.name", `${DIALECT} demands a name for a schema`);
  return {
    response_format: {
      type: "json_schema",
      json_schema: {
        name: name ?? SCHEMA_NAME,
        ...(description !== undefined && { description }),
        schema,
        ...(isStrict !== undefined && { strict: isStrict }),
      },
    },
  };
}
