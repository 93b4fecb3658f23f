import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { classNames } from "../lib/class-names.ts";
import { Button } from "./button.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { backdropClass } from "./dialog.tsx";
import { useUnsavedGuard } from "./unsaved-guard.ts";

interface DrawerProps {
  title: string;
  description?: ReactNode;
  /** Called when the drawer has gone; the owner then stops drawing it. */
  onClosed: () => void;
  /** Asks before closing. */
  isDirty?: boolean;
  /** Content and footer; `close` skips the question (after saving). */
  children: (close: () => void) => ReactNode;
  className?: string;
}

/** A sheet at the right edge for a longer task. It opens when it is drawn. */
export function Drawer({ title, description, onClosed, isDirty = false, children, className }: DrawerProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(true);
  const popup = useRef<HTMLDivElement>(null);
  const guard = useUnsavedGuard(isDirty, () => setOpen(false));
  const initialFocus = (how: string) =>
    how === "touch"
      ? popup.current
      : (popup.current?.querySelector<HTMLElement>(
          "[data-drawer-body] :is(input:not([type=hidden],[aria-hidden=true]), textarea, button)",
        ) ?? popup.current);
  return (
    <Base.Root
      open={isOpen}
      onOpenChange={(open) => !open && guard.requestLeave()}
      onOpenChangeComplete={(open) => !open && onClosed()}
    >
      <Base.Portal>
        <Base.Backdrop className={backdropClass} />
        <Base.Popup
          ref={popup}
          initialFocus={initialFocus}
          className={classNames(
            "fixed inset-y-0 right-0 flex w-full max-w-[640px] flex-col border-l border-line bg-surface shadow-sheet outline-none transition-transform duration-200 ease-out data-ending-style:translate-x-full data-starting-style:translate-x-full",
            className,
          )}
        >
          <div className="flex h-14 shrink-0 items-center justify-between gap-4 border-b border-line px-5">
            <div className="min-w-0">
              <Base.Title className="truncate text-base font-semibold">{title}</Base.Title>
              {description !== undefined && (
                <Base.Description className="truncate text-xs text-muted">{description}</Base.Description>
              )}
            </div>
            <Base.Close render={<Button variant="ghost" size="icon" aria-label={t("action.close")} />}>
              <X />
            </Base.Close>
          </div>
          {children(guard.leave)}
          <ConfirmDialog
            danger
            open={guard.isAsking}
            onAnswer={guard.answer}
            title={t("unsaved.title")}
            description={t("unsaved.description")}
            confirmLabel={t("unsaved.discard")}
            cancelLabel={t("unsaved.keep")}
          />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** The scrolling part of a drawer. */
export function DrawerBody({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div
      data-drawer-body
      className={classNames("thin-scrollbar min-h-0 flex-1 overflow-y-auto px-5 py-5", className)}
    >
      {children}
    </div>
  );
}

/** The drawer's buttons: always in view. */
export function DrawerFooter({ children }: { children: ReactNode }) {
  return (
    <div className="flex shrink-0 items-center justify-end gap-2 border-t border-line bg-surface px-5 py-3">
      {children}
    </div>
  );
}

/** Closes the drawer, asking first when something would be lost. */
export function DrawerClose({ children }: { children: ReactNode }) {
  return <Base.Close render={<Button />}>{children}</Base.Close>;
}
