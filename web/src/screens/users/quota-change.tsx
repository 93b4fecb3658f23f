import { MAX_BALANCE, MAX_QUOTA, usdToQuota } from "@tollgate/contract/quota";
import { ArrowRight, Undo2 } from "lucide-react";
import { useId, useState, type FormEvent, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { FieldFrame } from "../../components/field-frame.tsx";
import { IconButton } from "../../components/icon-button.tsx";
import { PresetButtons } from "../../components/preset-buttons.tsx";
import { QuotaInput } from "../../components/quota-input.tsx";
import { QuotaText } from "../../components/quota-text.tsx";
import { useQuotaDisplay } from "../../session/use-status.ts";

const PRESETS_USD = [1, 10, 50, 100, 500];

interface QuotaChangeProps {
  /** The balance as it was read. */
  before: number;
  /** What is to be added; 0 while nothing is. */
  change: number;
  onChange: (units: number) => void;
}

/** A balance and what is to be added to it: relative, so that spending and other administrators are not undone. */
export function QuotaChange({ before, change, onChange }: QuotaChangeProps) {
  const { t } = useTranslation("users");
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="flex flex-col gap-1.5">
      <span className="text-sm font-medium">{t("quota.label")}</span>
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-2 rounded-md border border-line bg-subtle py-1 pr-1 pl-2.5 text-sm">
        <BeforeAfter before={before} change={change} />
        <span className="flex items-center gap-1">
          {change !== 0 && (
            <IconButton size="iconSm" label={t("quota.undo")} onClick={() => onChange(0)}>
              <Undo2 />
            </IconButton>
          )}
          <Button size="sm" onClick={() => setOpen(true)}>
            {t("quota.open")}
          </Button>
        </span>
      </div>
      {change !== 0 && <p className="text-xs text-muted">{t("quota.pending")}</p>}
      {isOpen && (
        <ChangeDialog before={before} change={change} onChange={onChange} onClose={() => setOpen(false)} />
      )}
    </div>
  );
}

function BeforeAfter({ before, change }: { before: number; change: number }) {
  const { t } = useTranslation("users");
  const after = before + change;
  if (change === 0) return <QuotaText units={before} exact className="font-medium" />;
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      <QuotaText units={before} exact className="text-muted" />
      <ArrowRight aria-label={t("quota.becomes")} className="size-3.5 text-muted" />
      <QuotaText units={after} exact className={after < 0 ? "font-medium text-danger-text" : "font-medium"} />
    </span>
  );
}

function ChangeDialog({ before, change, onChange, onClose }: QuotaChangeProps & { onClose: () => void }) {
  const { t } = useTranslation("users");
  const display = useQuotaDisplay();
  const formId = useId();
  const [typed, setTyped] = useState(change);
  const isNumber = !Number.isNaN(typed) && Math.abs(before + typed) <= MAX_BALANCE;
  const apply = (event: FormEvent) => {
    event.preventDefault();
    // For React the dialog is part of the editor's form, which must not be saved by it.
    event.stopPropagation();
    if (!isNumber) return;
    onChange(typed);
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("quota.title")}
      description={t("quota.description")}
      footer={
        <>
          <Button onClick={onClose}>{t("action.cancel", { ns: "common" })}</Button>
          <Button type="submit" form={formId} variant="primary" disabled={!isNumber}>
            {t("action.confirm", { ns: "common" })}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-3"
        onSubmit={apply}
        onKeyDown={keepFromEditor}
      >
        <FieldFrame
          label={t("quota.amount")}
          actions={
            <PresetButtons
              label={t("quota.presets")}
              presets={PRESETS_USD.map((usd) => ({ label: `+${usd}$`, value: usdToQuota(usd, display) }))}
              onPick={setTyped}
            />
          }
        >
          <QuotaInput value={typed} onValueChange={setTyped} min={-MAX_QUOTA} max={MAX_QUOTA} />
        </FieldFrame>
        <p className="flex flex-wrap items-center gap-2 text-sm" aria-live="polite">
          <span className="text-muted">{t("quota.result")}</span>
          <BeforeAfter before={before} change={isNumber ? typed : 0} />
        </p>
      </form>
    </Dialog>
  );
}

/** Ctrl+Enter saves the editor; in the dialog it must not. */
function keepFromEditor(event: KeyboardEvent): void {
  if (event.key === "Enter") event.stopPropagation();
}
