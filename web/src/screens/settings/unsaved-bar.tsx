import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../components/button.tsx";

interface UnsavedBarProps {
  /** How many settings differ from what is saved. */
  count: number;
  /** Some cannot be saved; `names` are those. */
  isInvalid: boolean;
  names: string;
  isSaving: boolean;
  onDiscard: () => void;
  /** The buttons that save. */
  children: ReactNode;
}

/** Stands at the foot of a tab while something is unsaved: what it is, and what can be done. */
export function UnsavedBar({ count, isInvalid, names, isSaving, onDiscard, children }: UnsavedBarProps) {
  const { t } = useTranslation("settings");
  return (
    <section
      aria-label={t("unsaved.bar")}
      className="sticky bottom-0 z-20 flex animate-appear flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-line-strong bg-raised px-4 py-3 shadow-pop"
    >
      <p className="min-w-40 flex-1 text-sm" role="status">
        <span className="font-medium">
          {isInvalid ? t("unsaved.invalid") : t("unsaved.changed", { count })}
        </span>
        <span className="text-muted"> {names}</span>
      </p>
      <div className="ml-auto flex flex-wrap items-center justify-end gap-2">
        <Button variant="ghost" disabled={isSaving} onClick={onDiscard}>
          {t("unsaved.discard")}
        </Button>
        {children}
      </div>
    </section>
  );
}
