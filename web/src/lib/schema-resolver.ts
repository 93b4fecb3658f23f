import { zodResolver } from "@hookform/resolvers/zod";
import type { FieldValues, Resolver } from "react-hook-form";
import type * as z from "zod/mini";

/**
 * A form's validation by a schema of the contract. `Values` is what the controls hold; it must be a form of the
 * schema's input in which every field is present.
 */
export function schemaResolver<Values extends FieldValues, Output extends FieldValues>(
  schema: z.ZodMiniType<Output, Partial<Record<keyof Values, unknown>>>,
): Resolver<Values, unknown, Output> {
  // zodResolver insists that controls hold exactly the schema's input, where defaults are optional.
  return zodResolver(schema) as unknown as Resolver<Values, unknown, Output>;
}
