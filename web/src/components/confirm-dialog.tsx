import { AlertDialog as Base } from "@base-ui/react/alert-dialog";
import { useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { classNames } from "../lib/class-names.ts";
import { Button } from "./button.tsx";
import { backdropClass, centeredPopupClass } from "./dialog.tsx";

export interface ConfirmTexts {
  title: string;
  description?: ReactNode;
  confirmLabel?: string | undefined;
  cancelLabel?: string | undefined;
  /** The action destroys something. */
  danger?: boolean;
}

interface ConfirmDialogProps extends ConfirmTexts {
  open: boolean;
  onAnswer: (isConfirmed: boolean) => void;
}

/** Asks before something that cannot be taken back. Esc and the first button mean no. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onAnswer, title, description, confirmLabel, cancelLabel, danger = false } = props;
  const { t } = useTranslation();
  const confirmButton = useRef<HTMLButtonElement>(null);
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onAnswer(false)}>
      <Base.Portal>
        <Base.Backdrop className={classNames(backdropClass, "z-50")} forceRender />
        <Base.Popup
          className={classNames(centeredPopupClass, "z-50 max-w-sm p-5")}
          initialFocus={danger ? true : confirmButton}
        >
          <Base.Title className="text-base font-semibold">{title}</Base.Title>
          <Base.Description render={<div />} className="mt-1.5 text-sm wrap-anywhere text-muted">
            {description}
          </Base.Description>
          <div className="mt-5 flex justify-end gap-2">
            <Base.Close render={<Button />}>{cancelLabel ?? t("action.cancel")}</Base.Close>
            <Button
              ref={confirmButton}
              variant={danger ? "danger" : "primary"}
              onClick={() => onAnswer(true)}
            >
              {confirmLabel ?? t("action.confirm")}
            </Button>
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
