import type { CallPriceUnit } from "@tollgate/contract/prices";
import i18next from "i18next";
import * as z from "zod/mini";
import { isPriceNumber } from "./check-table.ts";
import { decimalOf, decimalText } from "./decimal-input.tsx";
import type { ModelEdit } from "./price-changes.ts";
import { MODEL_TABLES, type ModelTable } from "./price-options.ts";
import { priceKind, type ModelTables, type PriceRow } from "./price-rows.ts";

/** What the editor's controls hold: the operator's own numbers as typed; empty takes the default. */
export type PriceFormValues = Record<ModelTable, string> & {
  model: string;
  kind: "tokens" | "call";
};

/** What the form knows besides its fields. */
export interface PriceFormContext {
  own: ModelTables;
  defaults: ModelTables;
  /** What a price by the call buys, for the models of which it is not one request. */
  callUnits: ReadonlyMap<string, CallPriceUnit>;
  /** The model that is changed; none adds one. */
  edited: PriceRow | undefined;
  /** Models that have a price already. */
  taken: ReadonlySet<string>;
}

export function toFormValues({ own, edited }: PriceFormContext): PriceFormValues {
  const numbers = MODEL_TABLES.map((table) => [
    table,
    decimalText(edited === undefined ? undefined : own[table].get(edited.model)),
  ]);
  // One text for each table of models.
  const texts = Object.fromEntries(numbers) as Record<ModelTable, string>;
  return { ...texts, model: edited?.model ?? "", kind: edited?.kind === "call" ? "call" : "tokens" };
}

/** What the edit does to the operator's tables. A model that is priced by the token has no price by the call. */
export function toModelEdit(values: PriceFormValues): ModelEdit {
  const edit: Partial<Record<ModelTable, number | undefined>> = {};
  for (const table of MODEL_TABLES) edit[table] = decimalOf(values[table]);
  if (values.kind === "tokens") edit.ModelPrice = undefined;
  return edit;
}

/** The rules of the form: a name of its own, numbers in range, and a price that makes the chosen kind true. */
export function priceFormSchema(context: PriceFormContext) {
  const text = z.string();
  return z
    .object({
      model: text.check(z.trim()),
      kind: z.enum(["tokens", "call"]),
      ModelRatio: text,
      ModelPrice: text,
      CompletionRatio: text,
      CacheRatio: text,
      CreateCacheRatio: text,
      ImageRatio: text,
      AudioRatio: text,
      AudioCompletionRatio: text,
    })
    .check((check) => {
      const problem = (path: keyof PriceFormValues, message: string) =>
        check.issues.push({ code: "custom", input: check.value, path: [path], message });
      const { model, kind } = check.value;
      if (context.edited === undefined) {
        if (model === "") problem("model", i18next.t("pricingSettings:editor.nameMissing"));
        else if (context.taken.has(model)) problem("model", i18next.t("pricingSettings:editor.nameTaken"));
      }
      for (const table of MODEL_TABLES) {
        const value = decimalOf(check.value[table]);
        if (value !== undefined && !isPriceNumber(value)) {
          problem(table, i18next.t("pricingSettings:problem.outOfRange"));
        }
      }
      if (resultingKind(check.value, context) !== kind) {
        problem(
          kind === "call" ? "ModelPrice" : "ModelRatio",
          i18next.t("pricingSettings:editor.priceMissing"),
        );
      }
    });
}

/** How the model would be priced if the form were taken as it is. */
function resultingKind(values: PriceFormValues, { defaults }: PriceFormContext) {
  const edit = toModelEdit(values);
  const rowValue = (table: "ModelPrice" | "ModelRatio") => {
    const own = edit[table];
    const value = own ?? defaults[table].get(values.model);
    if (value === undefined) return undefined;
    return { value, source: own === undefined ? ("default" as const) : ("own" as const) };
  };
  const price = rowValue("ModelPrice");
  const ratio = rowValue("ModelRatio");
  return priceKind({
    ...(price === undefined ? {} : { ModelPrice: price }),
    ...(ratio === undefined ? {} : { ModelRatio: ratio }),
  });
}
