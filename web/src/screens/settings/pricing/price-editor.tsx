import { useMemo } from "react";
import { useForm, useWatch, type UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { Combobox } from "../../../components/combobox.tsx";
import { FieldFrame } from "../../../components/field-frame.tsx";
import { FormDrawer } from "../../../components/form-drawer.tsx";
import { FormField } from "../../../components/form-field.tsx";
import { FormSection } from "../../../components/form-section.tsx";
import { Segmented } from "../../../components/segmented.tsx";
import { schemaResolver } from "../../../lib/schema-resolver.ts";
import { useQuotaDisplay } from "../../../session/use-status.ts";
import { DecimalInput, decimalOf, decimalText } from "./decimal-input.tsx";
import {
  priceFormSchema,
  toFormValues,
  toModelEdit,
  type PriceFormContext,
  type PriceFormValues,
} from "./price-editor-form.ts";
import type { ModelEdit } from "./price-changes.ts";
import type { ModelTable } from "./price-options.ts";

interface PriceEditorProps {
  context: PriceFormContext;
  /** Models to choose from when one is added: those that channels offer without a price. */
  suggestions: readonly string[];
  /** Takes the edit into the unsaved tables. */
  onApply: (model: string, edit: ModelEdit) => void;
  onClosed: () => void;
}

type PriceForm = UseFormReturn<PriceFormValues, unknown, PriceFormValues>;

/** The drawer that sets the prices of one model. Nothing is saved here: the tab's bar previews and saves. */
export function PriceEditor({ context, suggestions, onApply, onClosed }: PriceEditorProps) {
  const { t } = useTranslation("pricingSettings");
  const isNew = context.edited === undefined;
  const schema = useMemo(() => priceFormSchema(context), [context]);
  const form = useForm<PriceFormValues, unknown, PriceFormValues>({
    resolver: schemaResolver<PriceFormValues, PriceFormValues>(schema),
    defaultValues: toFormValues(context),
  });
  const kind = useWatch({ control: form.control, name: "kind" });
  return (
    <FormDrawer
      title={isNew ? t("editor.addTitle") : t("editor.editTitle")}
      description={context.edited?.model}
      form={form}
      submitLabel={t("editor.apply")}
      onSubmit={async (values) => onApply(values.model, toModelEdit(values))}
      onClosed={onClosed}
    >
      {isNew && (
        <FormField
          control={form.control}
          name="model"
          label={t("column.model")}
          required
          description={t("editor.nameHint")}
        >
          {(field) => <Combobox {...field} options={suggestions} allowCustom className="font-mono" />}
        </FormField>
      )}
      <FormField control={form.control} name="kind" label={t("column.kind")}>
        {(field) => (
          <span className="flex">
            <Segmented
              label={t("column.kind")}
              value={field.value}
              onValueChange={field.onValueChange}
              options={[
                { value: "tokens", label: t("kind.tokens") },
                { value: "call", label: t("kind.call") },
              ]}
            />
          </span>
        )}
      </FormField>
      {kind === "call" ? (
        <CallPriceField form={form} context={context} />
      ) : (
        <TokenPriceFields form={form} context={context} />
      )}
    </FormDrawer>
  );
}

interface FieldsProps {
  form: PriceForm;
  context: PriceFormContext;
}

function CallPriceField({ form, context }: FieldsProps) {
  const { t } = useTranslation("pricingSettings");
  const model = useWatch({ control: form.control, name: "model" }).trim();
  const description = t(`editor.unitHint.${context.callUnits.get(model) ?? "call"}`);
  return (
    <NumberField form={form} context={context} table="ModelPrice" prefix="$" description={description} />
  );
}

function TokenPriceFields({ form, context }: FieldsProps) {
  const { t } = useTranslation("pricingSettings");
  return (
    <>
      <FormSection title={t("editor.text")}>
        <MillionPriceFields form={form} context={context} />
        <div className="grid gap-4 sm:grid-cols-2">
          <NumberField form={form} context={context} table="ModelRatio" />
          <NumberField form={form} context={context} table="CompletionRatio" />
        </div>
      </FormSection>
      <FormSection title={t("editor.cache")}>
        <div className="grid gap-4 sm:grid-cols-2">
          <NumberField form={form} context={context} table="CacheRatio" />
          <NumberField form={form} context={context} table="CreateCacheRatio" />
        </div>
      </FormSection>
      <FormSection title={t("editor.media")}>
        <div className="grid gap-4 sm:grid-cols-2">
          <NumberField form={form} context={context} table="ImageRatio" />
          <NumberField form={form} context={context} table="AudioRatio" />
          <NumberField form={form} context={context} table="AudioCompletionRatio" />
        </div>
      </FormSection>
    </>
  );
}

interface NumberFieldProps extends FieldsProps {
  table: ModelTable;
  prefix?: string;
  description?: string;
}

/** One number of the model; empty, it shows the default that counts. */
function NumberField({ form, context, table, prefix, description }: NumberFieldProps) {
  const { t } = useTranslation("pricingSettings");
  const model = useWatch({ control: form.control, name: "model" });
  const fallback = context.defaults[table].get(model.trim());
  return (
    <FormField
      control={form.control}
      name={table}
      label={t(`table.${table}.name`)}
      description={description ?? t(`table.${table}.hint`)}
    >
      {(field) => (
        <DecimalInput
          value={field.value}
          onValueChange={field.onValueChange}
          onBlur={field.onBlur}
          inputRef={field.inputRef}
          placeholder={
            fallback === undefined ? undefined : t("editor.default", { value: decimalText(fallback) })
          }
          {...(prefix === undefined ? {} : { prefix })}
        />
      )}
    </FormField>
  );
}

/** The same two ratios as dollars for a million tokens: typing in either place moves the other. */
function MillionPriceFields({ form, context }: FieldsProps) {
  const { t } = useTranslation("pricingSettings");
  const { quotaPerUnit } = useQuotaDisplay();
  const values = useWatch({ control: form.control });
  const usdPerRatio = 1_000_000 / quotaPerUnit;
  const model = values.model?.trim() ?? "";
  const own = {
    ratio: decimalOf(values.ModelRatio ?? ""),
    completion: decimalOf(values.CompletionRatio ?? ""),
  };
  const ratio = own.ratio ?? context.defaults.ModelRatio.get(model);
  const completion = own.completion ?? context.defaults.CompletionRatio.get(model);
  const input = ratio === undefined ? undefined : ratio * usdPerRatio;
  const output = input === undefined || completion === undefined ? undefined : input * completion;
  const set = (table: ModelTable, value: number | undefined) =>
    form.setValue(table, decimalText(value), {
      shouldDirty: true,
      shouldValidate: form.formState.isSubmitted,
    });
  const setInput = (text: string) => {
    const price = decimalOf(text);
    set("ModelRatio", price === undefined ? undefined : price / usdPerRatio);
  };
  const setOutput = (text: string) => {
    const price = decimalOf(text);
    if (price === undefined) set("CompletionRatio", undefined);
    else if (input !== undefined && input > 0) set("CompletionRatio", price / input);
  };
  return (
    <div className="grid gap-4 rounded-lg bg-subtle p-3 sm:grid-cols-2">
      <FieldFrame label={t("editor.inputPrice")}>
        <DecimalInput
          prefix="$"
          value={own.ratio === undefined ? "" : decimalText(input)}
          placeholder={decimalText(input)}
          onValueChange={setInput}
        />
      </FieldFrame>
      <FieldFrame label={t("editor.outputPrice")}>
        <DecimalInput
          prefix="$"
          // It is kept as a ratio to the input price: without one there is nothing to keep it as.
          disabled={input === undefined || input === 0}
          value={own.ratio === undefined && own.completion === undefined ? "" : decimalText(output)}
          placeholder={decimalText(output)}
          onValueChange={setOutput}
        />
      </FieldFrame>
      <p className="text-xs text-muted sm:col-span-2">{t("editor.millionHint")}</p>
    </div>
  );
}
