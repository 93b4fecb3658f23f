import { errorText } from "@tollgate/contract/errors";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { Button } from "../../components/button.tsx";
import { ChipsInput } from "../../components/chips-input.tsx";
import { copyText } from "../../components/copy.tsx";
import { splitNames } from "../../components/filtered-choices.ts";
import { FormField } from "../../components/form-field.tsx";
import { Input } from "../../components/input.tsx";
import { notify } from "../../components/toaster.tsx";
import { currentLanguage } from "../../i18n/i18n.ts";
import type { ChannelForm } from "./channel-form.ts";
import { useFetchModels } from "./use-channel-operations.ts";
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
        <FetchModelsButton form={form} id={id} onFetched={(names) => set([...models, ...names])} />
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

interface FetchModelsButtonProps {
  form: ChannelForm;
  /** The stored channel that is edited. */
  id: number | undefined;
  onFetched: (names: string[]) => void;
}

/** Asks the vendor for its models: with what the form holds, or with the stored key while that is not replaced. */
function FetchModelsButton({ form, id, onFetched }: FetchModelsButtonProps) {
  const { t } = useTranslation("channels");
  const { mutate, isPending } = useFetchModels();
  const fetchList = () => {
    const { type, key, base_url, other } = form.getValues();
    const { dirtyFields } = form.formState;
    const isStored = id !== undefined && key.trim() === "";
    if (isStored && (dirtyFields.type || dirtyFields.base_url || dirtyFields.other)) {
      notify.error(t("editor.fetchNeedsSaving"));
      return;
    }
    if (id === undefined && key.trim() === "") {
      notify.error(errorText("channel.key-required", currentLanguage()));
      return;
    }
    mutate(isStored ? { id } : { type, key, base_url, other }, {
      onSuccess(names) {
        onFetched(names);
        notify.success(t("editor.fetched", { count: names.length }));
      },
    });
  };
  return (
    <Button size="sm" pending={isPending} onClick={fetchList}>
      {t("editor.fetchModels")}
    </Button>
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
