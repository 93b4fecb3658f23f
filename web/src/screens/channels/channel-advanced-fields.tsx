import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { LabeledCheckbox } from "../../components/checkbox.tsx";
import { Combobox } from "../../components/combobox.tsx";
import { FormField } from "../../components/form-field.tsx";
import { CollapsibleSection } from "../../components/form-section.tsx";
import { PresetButtons } from "../../components/preset-buttons.tsx";
import { Textarea } from "../../components/textarea.tsx";
import type { ChannelForm } from "./channel-form.ts";
import { ChannelProxyField } from "./channel-proxy-field.tsx";
import {
  MAPPING_TEMPLATE,
  SETTING_TEMPLATES,
  STATUS_MAPPING_TEMPLATE,
  withSetting,
} from "./channel-templates.ts";

const JSON_FIELDS = ["model_mapping", "setting", "status_code_mapping"] as const;
type JsonFieldName = (typeof JSON_FIELDS)[number];

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
        templates={[{ label: t("editor.template"), fill: () => MAPPING_TEMPLATE }]}
      />
      <ChannelProxyField form={form} />
      <JsonField
        form={form}
        name="setting"
        label={t("editor.setting")}
        hint={t("editor.settingPlaceholder")}
        templates={SETTING_TEMPLATES.map(({ text, part }) => ({
          label: t(`editor.${text}`),
          fill: (before) => withSetting(before, part),
        }))}
      />
      <JsonField
        form={form}
        name="status_code_mapping"
        label={t("editor.statusMapping")}
        hint={t("editor.statusMappingPlaceholder")}
        templates={[{ label: t("editor.template"), fill: () => STATUS_MAPPING_TEMPLATE }]}
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
  /** What a press makes of the text. */
  templates: { label: string; fill: (before: string) => string }[];
}

function JsonField({ form, name, label, hint, templates }: JsonFieldProps) {
  const { t } = useTranslation("channels");
  return (
    <FormField
      control={form.control}
      name={name}
      label={label}
      description={hint}
      actions={
        <PresetButtons
          label={`${t("editor.template")}: ${label}`}
          presets={templates.map((template) => ({ label: template.label, value: template.fill }))}
          onPick={(fill) =>
            form.setValue(name, fill(form.getValues(name)), { shouldDirty: true, shouldValidate: true })
          }
        />
      }
    >
      {({ inputRef, ...binding }) => (
        <Textarea {...binding} ref={inputRef} mono placeholder={templates[0]?.fill("")} />
      )}
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
