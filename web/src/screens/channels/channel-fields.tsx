import { PRIORITY_MAX, PRIORITY_MIN, WEIGHT_MAX } from "@tollgate/contract/channel-parts";
import { isChannelType } from "@tollgate/contract/channel-types";
import { useMemo } from "react";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { Alert } from "../../components/alert.tsx";
import { ChipsInput } from "../../components/chips-input.tsx";
import { FormField } from "../../components/form-field.tsx";
import { FormSection } from "../../components/form-section.tsx";
import { Input } from "../../components/input.tsx";
import { NumberInput } from "../../components/number-input.tsx";
import { Select } from "../../components/select.tsx";
import { ChannelAdvancedFields } from "./channel-advanced-fields.tsx";
import type { ChannelForm } from "./channel-form.ts";
import { ChannelKeyField } from "./channel-key-field.tsx";
import { ChannelKeyModeField } from "./channel-key-mode-field.tsx";
import { ChannelKeyStates } from "./channel-key-states.tsx";
import { ChannelModelsField } from "./channel-models-field.tsx";
import { CHANNEL_TYPE_FORMS, channelTypeForm } from "./channel-types/channel-type-forms.ts";
import { useGroups, useModelNames } from "./use-channels.ts";

interface ChannelFieldsProps {
  form: ChannelForm;
  /** The stored channel that is edited; a new one has none. */
  id: number | undefined;
}

const NO_NAMES: string[] = [];

/** The fields of the channel editor; the type brings its own. */
export function ChannelFields({ form, id }: ChannelFieldsProps) {
  const { t } = useTranslation("channels");
  const type = useWatch({ control: form.control, name: "type" });
  const typeForm = channelTypeForm(type);
  const { data: groups } = useGroups();
  return (
    <>
      <FormSection title={t("editor.basics")}>
        <div className="grid gap-4 sm:grid-cols-2">
          <TypeField form={form} />
          <FormField control={form.control} name="name" label={t("editor.name")} required>
            {({ inputRef, ...binding }) => (
              <Input
                {...binding}
                ref={inputRef}
                placeholder={t("editor.namePlaceholder")}
                autoComplete="off"
              />
            )}
          </FormField>
        </div>
        {!isChannelType(type) && <Alert tone="warning">{t("editor.notRelayed")}</Alert>}
        <typeForm.AddressField form={form} />
        <ChannelKeyModeField form={form} />
        <ChannelKeyField form={form} isNew={id === undefined} />
        {id !== undefined && <ChannelKeyStates id={id} />}
        {typeForm.ExtraFields !== undefined && <typeForm.ExtraFields form={form} />}
      </FormSection>
      <FormSection title={t("editor.routing")}>
        <FormField control={form.control} name="group" label={t("editor.groups")} required>
          {(binding) => (
            <ChipsInput
              {...binding}
              options={groups ?? NO_NAMES}
              placeholder={t("editor.groupsPlaceholder")}
            />
          )}
        </FormField>
        <ChannelModelsField form={form} id={id} />
        <RoutingFields form={form} />
      </FormSection>
      <ChannelAdvancedFields form={form} />
    </>
  );
}

function TypeField({ form }: { form: ChannelForm }) {
  const { t } = useTranslation("channels");
  const { byType } = useModelNames();
  const options = useMemo(
    () =>
      CHANNEL_TYPE_FORMS.map(({ type, name }) => ({
        value: type,
        label: name,
        hint: isChannelType(type) ? undefined : t("notRelayed"),
      })),
    [t],
  );
  const current = form.getValues("type");
  const isKnown = options.some((option) => option.value === current);
  const change = (type: number) => {
    form.setValue("type", type, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
    // A list that somebody has already begun is left alone.
    const related = byType?.[String(type)];
    if (form.getValues("models").length === 0 && related !== undefined) {
      form.setValue("models", related, { shouldDirty: true });
    }
  };
  return (
    <FormField control={form.control} name="type" label={t("editor.type")} required>
      {({ value, inputRef }) => (
        <Select
          value={value}
          inputRef={inputRef}
          onValueChange={change}
          options={isKnown ? options : [...options, { value: current, label: channelTypeForm(current).name }]}
        />
      )}
    </FormField>
  );
}

function RoutingFields({ form }: { form: ChannelForm }) {
  const { t } = useTranslation("channels");
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <FormField control={form.control} name="tag" label={t("editor.tag")}>
        {({ inputRef, ...binding }) => (
          <Input {...binding} ref={inputRef} placeholder={t("editor.tagPlaceholder")} autoComplete="off" />
        )}
      </FormField>
      <FormField
        control={form.control}
        name="priority"
        label={t("editor.priority")}
        description={t("editor.priorityHint")}
      >
        {({ onValueChange, ...binding }) => (
          <NumberInput
            {...binding}
            onValueChange={(value) => onValueChange(value ?? Number.NaN)}
            min={PRIORITY_MIN}
            max={PRIORITY_MAX}
          />
        )}
      </FormField>
      <FormField
        control={form.control}
        name="weight"
        label={t("editor.weight")}
        description={t("editor.weightHint")}
      >
        {({ onValueChange, ...binding }) => (
          <NumberInput
            {...binding}
            onValueChange={(value) => onValueChange(value ?? Number.NaN)}
            min={0}
            max={WEIGHT_MAX}
          />
        )}
      </FormField>
    </div>
  );
}
