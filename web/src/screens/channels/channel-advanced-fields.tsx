import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { LabeledCheckbox } from "../../components/checkbox.tsx";
import { Combobox } from "../../components/combobox.tsx";
import { FormField } from "../../components/form-field.tsx";
import { CollapsibleSection } from "../../components/form-section.tsx";
import { PresetButtons } from "../../components/preset-buttons.tsx";
import { Textarea } from "../../components/textarea.tsx";
import type { ChannelForm } from "./channel-form.ts";

/** Templates of the JSON fields: the spec's, and one status code. */
const TEMPLATES = {
  model_mapping: { "gpt-3.5-turbo": "gpt-3.5-turbo-0125" },
  setting: { force_format: true },
  status_code_mapping: { "400": "500" },
} as const;

type JsonFieldName = keyof typeof TEMPLATES;
const JSON_FIELDS: readonly JsonFieldName[] = ["model_mapping", "setting", "status_code_mapping"];

/** Fields that most channels leave alone. */
export function ChannelAdvancedFields({ form }: { form: ChannelForm }) {
  const { t } = useTranslation("channels");
  const models = useWatch({ control: form.control, name: "models" });
  const { errors, defaultValues } = form.formState;
  const isStored = JSON_FIELDS.some((name) => (defaultValues?.[name] ?? "") !== "");
  return (
    <CollapsibleSection
      title={t("editor.advanced")}
      summary={t("editor.advancedSummary")}
      defaultOpen={isStored}
      isForcedOpen={JSON_FIELDS.some((name) => errors[name] !== undefined)}
    >
      <FormField control={form.control} name="test_model" label={t("editor.testModel")}>
        {(binding) => (
          <Combobox
            {...binding}
            allowCustom
            options={models}
            placeholder={t("editor.testModelPlaceholder")}
          />
        )}
      </FormField>
      <JsonField
        form={form}
        name="model_mapping"
        label={t("editor.mapping")}
        hint={t("editor.mappingPlaceholder")}
      />
      <JsonField
        form={form}
        name="setting"
        label={t("editor.setting")}
        hint={t("editor.settingPlaceholder")}
      />
      <JsonField
        form={form}
        name="status_code_mapping"
        label={t("editor.statusMapping")}
        hint={t("editor.statusMappingPlaceholder")}
      />
      <AutoBanField form={form} />
    </CollapsibleSection>
  );
}

interface JsonFieldProps {
  form: ChannelForm;
  name: JsonFieldName;
  label: string;
  hint: string;
}

function JsonField({ form, name, label, hint }: JsonFieldProps) {
  const { t } = useTranslation("channels");
  const template = JSON.stringify(TEMPLATES[name], null, 2);
  return (
    <FormField
      control={form.control}
      name={name}
      label={label}
      description={hint}
      actions={
        <PresetButtons
          label={`${t("editor.template")}: ${label}`}
          presets={[{ label: t("editor.template"), value: template }]}
          onPick={(text) => form.setValue(name, text, { shouldDirty: true, shouldValidate: true })}
        />
      }
    >
      {({ inputRef, ...binding }) => <Textarea {...binding} ref={inputRef} mono placeholder={template} />}
    </FormField>
  );
}

function AutoBanField({ form }: { form: ChannelForm }) {
  const { t } = useTranslation("channels");
  const isOn = useWatch({ control: form.control, name: "auto_ban" });
  return (
    <div>
      <LabeledCheckbox
        checked={isOn}
        onCheckedChange={(checked) => form.setValue("auto_ban", checked, { shouldDirty: true })}
      >
        {t("editor.autoBan")}
      </LabeledCheckbox>
      <p className="mt-1 pl-6 text-xs text-muted">{t("editor.autoBanHint")}</p>
    </div>
  );
}
