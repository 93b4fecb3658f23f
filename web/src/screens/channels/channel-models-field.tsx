import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { Button } from "../../components/button.tsx";
import { ChipsInput } from "../../components/chips-input.tsx";
import { copyText } from "../../components/copy.tsx";
import { splitNames } from "../../components/filtered-choices.ts";
import { FormField } from "../../components/form-field.tsx";
import { Input } from "../../components/input.tsx";
import { notify } from "../../components/toaster.ts";
import type { ChannelForm } from "./channel-form.ts";
import { FetchModelsButton } from "./fetch-models-button.tsx";
import { useModelNames } from "./use-channels.ts";

const NO_NAMES: string[] = [];

/** The models of a channel, with helpers that fill and clear the list. */
export function ChannelModelsField({ form, id }: { form: ChannelForm; id: number | undefined }) {
  const { t } = useTranslation("channels");
  const { all = NO_NAMES, byType } = useModelNames();
  const models = useWatch({ control: form.control, name: "models" });
  const type = useWatch({ control: form.control, name: "type" });
  const set = (next: string[]) =>
    form.setValue("models", [...new Set(next)], {
      shouldDirty: true,
      shouldValidate: form.formState.isSubmitted,
    });
  const fillRelated = () => {
    const related = byType?.[String(type)] ?? NO_NAMES;
    if (related.length === 0) notify.info(t("editor.noRelated"));
    else set([...models, ...related]);
  };
  return (
    <div className="flex flex-col gap-2">
      <FormField
        control={form.control}
        name="models"
        label={t("editor.models")}
        required
        description={models.length > 0 ? t("editor.modelCount", { count: models.length }) : undefined}
      >
        {(binding) => (
          <ChipsInput {...binding} allowCustom options={all} placeholder={t("editor.modelsPlaceholder")} />
        )}
      </FormField>
      <div className="flex flex-wrap gap-1.5">
        <Button size="sm" onClick={fillRelated}>
          {t("editor.fillRelated")}
        </Button>
        <Button size="sm" onClick={() => set([...models, ...all])}>
          {t("editor.fillAll")}
        </Button>
        <FetchModelsButton form={form} id={id} models={models} onChoose={set} />
        <Button size="sm" disabled={models.length === 0} onClick={() => void copyText(models.join(","))}>
          {t("editor.copyModels")}
        </Button>
        <Button size="sm" disabled={models.length === 0} onClick={() => set([])}>
          {t("editor.clearModels")}
        </Button>
      </div>
      <CustomModels models={models} onAdd={(names) => set([...models, ...names])} />
    </div>
  );
}

/** Adds names that no list knows, several at once. */
function CustomModels({ models, onAdd }: { models: string[]; onAdd: (names: string[]) => void }) {
  const { t } = useTranslation("channels");
  const [text, setText] = useState("");
  const add = () => {
    const names = splitNames(text);
    if (names.some((name) => models.includes(name))) notify.error(t("editor.customExists"));
    if (names.length === 0) return;
    onAdd(names);
    setText("");
  };
  return (
    <div className="flex gap-1.5">
      <Input
        aria-label={t("editor.customModels")}
        placeholder={t("editor.customPlaceholder")}
        value={text}
        onValueChange={setText}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
          event.preventDefault();
          add();
        }}
      />
      <Button onClick={add}>{t("editor.customAdd")}</Button>
    </div>
  );
}
