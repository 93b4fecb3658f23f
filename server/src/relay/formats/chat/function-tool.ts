import { flagField, neededText, textField, unreadFields } from "./body-fields.ts";
import type { BodyObject } from "./body-fields.ts";
import type { ChatDialect } from "./chat-dialect.ts";
import type { FunctionTool } from "./chat-tool.ts";

/**
 * Reads a function that the model may call from `spec`, whose `name`, `description` and `strict` most dialects spell alike.
 * What else it says has been read before: `parameters` are spelled differently. `holder`: what the unknown fields are looked
 * for in, where it is not `spec` itself. Throws FormatError.
 */
export function readFunctionTool(
  spec: BodyObject,
  parameters: FunctionTool["parameters"],
  dialect: ChatDialect,
  holder = spec,
): FunctionTool {
  const name = neededText(spec, "name");
  const description = textField(spec, "description");
  const isStrict = flagField(spec, "strict");
  const extensions = unreadFields(holder, dialect);
  return {
    type: "function",
    name,
    ...(description !== undefined && { description }),
    ...(parameters && { parameters }),
    ...(isStrict !== undefined && { isStrict }),
    ...(extensions && { extensions }),
  };
}
