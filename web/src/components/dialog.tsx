import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { classNames } from "../lib/class-names.ts";
import { Button } from "./button.tsx";

export const backdropClass =
  "fixed inset-0 min-h-dvh bg-overlay transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0";
export const centeredPopupClass =
  "fixed top-1/2 left-1/2 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 flex-col rounded-xl border border-line bg-raised shadow-pop outline-none transition-[opacity,scale] duration-150 data-ending-style:scale-95 data-ending-style:opacity-0 data-starting-style:scale-95 data-starting-style:opacity-0";

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons; a lone close button when absent. */
  footer?: ReactNode;
  className?: string;
}

/** A window over the page, or over a drawer, for a short task. */
export function Dialog({ open, onOpenChange, title, description, children, footer, className }: DialogProps) {
  const { t } = useTranslation();
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className={backdropClass} forceRender />
        <Base.Popup className={classNames(centeredPopupClass, "max-w-md", className)}>
          <div className="flex items-start justify-between gap-4 p-5 pb-3">
            <div className="min-w-0">
              <Base.Title className="text-base font-semibold">{title}</Base.Title>
              {description !== undefined && (
                <Base.Description className="mt-1 text-sm text-muted">{description}</Base.Description>
              )}
            </div>
            <Base.Close render={<Button variant="ghost" size="iconSm" aria-label={t("action.close")} />}>
              <X />
            </Base.Close>
          </div>
          <div className="thin-scrollbar min-h-0 overflow-y-auto px-5 pb-1">{children}</div>
          <div className="flex justify-end gap-2 p-5 pt-4">
            {footer ?? <Base.Close render={<Button />}>{t("action.close")}</Base.Close>}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
