import { errorText } from "@tollgate/contract/errors";
import { useId, useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { FieldFrame } from "../../components/field-frame.tsx";
import { Input } from "../../components/input.tsx";
import { notify } from "../../components/toaster.ts";
import { currentLanguage } from "../../i18n/i18n.ts";
import { useSetTagOfChannels } from "./use-channel-operations.ts";

interface ChannelTagDialogProps {
  /** The channels to put under a tag. */
  ids: number[];
  onClose: () => void;
  onDone: () => void;
}

/** Asks for a tag and puts the selected channels under it. */
export function ChannelTagDialog({ ids, onClose, onDone }: ChannelTagDialogProps) {
  const { t } = useTranslation("channels");
  const formId = useId();
  const [tag, setTag] = useState("");
  const [isTried, setTried] = useState(false);
  const { mutateAsync, isPending } = useSetTagOfChannels();
  const isMissing = tag.trim() === "";
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isMissing || isPending) return;
    const count = await mutateAsync({ ids, tag }).catch(() => undefined);
    if (count === undefined) return;
    notify.success(t("done.tagged", { count }));
    onDone();
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("action.setTag")}
      description={t("tag.setDescription", { count: ids.length })}
      footer={
        <>
          <Button onClick={onClose}>{t("action.cancel", { ns: "common" })}</Button>
          <Button variant="primary" type="submit" form={formId} pending={isPending}>
            {t("action.confirm", { ns: "common" })}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void save(event)}>
        <FieldFrame
          label={t("tag.name")}
          required
          error={isTried && isMissing ? errorText("channel.tag-required", currentLanguage()) : undefined}
        >
          <Input
            value={tag}
            onValueChange={setTag}
            placeholder={t("tag.namePlaceholder")}
            autoComplete="off"
          />
        </FieldFrame>
      </form>
    </Dialog>
  );
}
