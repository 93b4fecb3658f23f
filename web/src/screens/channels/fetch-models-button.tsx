import { errorText } from "@tollgate/contract/errors";
import { useTranslation } from "react-i18next";
import { Button } from "../../components/button.tsx";
import { notify } from "../../components/toaster.ts";
import { currentLanguage } from "../../i18n/i18n.ts";
import type { ChannelForm } from "./channel-form.ts";
import { FetchedModelsDialog } from "./fetched-models-dialog.tsx";
import { useFetchModels } from "./use-channel-operations.ts";

interface FetchModelsButtonProps {
  form: ChannelForm;
  /** The stored channel that is edited. */
  id: number | undefined;
  /** The channel's models so far. */
  models: readonly string[];
  onChoose: (models: string[]) => void;
}

/** Asks the vendor for its models and offers them: with what the form holds, or with the stored key while that is not replaced. */
export function FetchModelsButton({ form, id, models, onChoose }: FetchModelsButtonProps) {
  const { t } = useTranslation("channels");
  const { mutate, isPending, data: fetched, reset } = useFetchModels();
  const fetchList = () => {
    const { type, key, base_url, other, setting } = form.getValues();
    const { dirtyFields } = form.formState;
    const isStored = id !== undefined && key.trim() === "";
    if (isStored && (dirtyFields.type || dirtyFields.base_url || dirtyFields.other || dirtyFields.setting)) {
      notify.error(t("editor.fetchNeedsSaving"));
      return;
    }
    if (id === undefined && key.trim() === "") {
      notify.error(errorText("channel.key-required", currentLanguage()));
      return;
    }
    mutate(isStored ? { id } : { type, key, base_url, other, setting });
  };
  return (
    <>
      <Button size="sm" pending={isPending} onClick={fetchList}>
        {t("editor.fetchModels")}
      </Button>
      {fetched !== undefined && (
        <FetchedModelsDialog names={fetched} models={models} onApply={onChoose} onClose={reset} />
      )}
    </>
  );
}
