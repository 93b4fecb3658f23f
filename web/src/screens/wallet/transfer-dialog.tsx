import { useId, useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { FieldFrame } from "../../components/field-frame.tsx";
import { PresetButtons } from "../../components/preset-buttons.tsx";
import { QuotaInput } from "../../components/quota-input.tsx";
import { notify } from "../../components/toaster.ts";
import { newRequestKey } from "../../lib/request-key.ts";
import { useFormatQuota, useQuotaDisplay } from "../../session/use-status.ts";
import { useTransferAffiliateQuota } from "./use-wallet.ts";

interface TransferDialogProps {
  /** Units that can be moved. */
  available: number;
  onClose: () => void;
}

/** Asks how much of what invitations earned goes to the balance. */
export function TransferDialog({ available, onClose }: TransferDialogProps) {
  const { t } = useTranslation("wallet");
  const formId = useId();
  const formatQuota = useFormatQuota();
  const { quotaPerUnit: minimum } = useQuotaDisplay();
  const [intent, setIntent] = useState({ quota: minimum, requestKey: newRequestKey() });
  const { mutateAsync, isPending } = useTransferAffiliateQuota();
  const { quota } = intent;
  const isPossible = quota >= minimum && quota <= available;
  // Another amount is another transfer; the same one, sent again after a lost answer, is not.
  const choose = (units: number) => {
    if (units !== quota) setIntent({ quota: units, requestKey: newRequestKey() });
  };
  const transfer = async (event: FormEvent) => {
    event.preventDefault();
    if (!isPossible || isPending) return;
    try {
      await mutateAsync(intent);
    } catch {
      // The reason was shown where calls are made.
      return;
    }
    notify.success(t("transfer.done"));
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("transfer.title")}
      description={t("transfer.available", { amount: formatQuota(available) })}
      footer={
        <>
          <Button onClick={onClose}>{t("action.cancel", { ns: "common" })}</Button>
          <Button variant="primary" type="submit" form={formId} pending={isPending} disabled={!isPossible}>
            {t("transfer.submit")}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={transfer}>
        <FieldFrame
          label={t("transfer.amount")}
          description={t("transfer.hint", { minimum: formatQuota(minimum) })}
          actions={
            <PresetButtons
              label={t("transfer.amount")}
              presets={[{ label: t("transfer.all"), value: available }]}
              onPick={choose}
            />
          }
        >
          <QuotaInput value={quota} onValueChange={choose} max={available} />
        </FieldFrame>
      </form>
    </Dialog>
  );
}
