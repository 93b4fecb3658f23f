import { RotateCw, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "./button.tsx";

interface ErrorStateProps {
  message: string;
  title?: string;
  onRetry?: () => void;
}

/** What to show where something could not be loaded. */
export function ErrorState({ message, title, onRetry }: ErrorStateProps) {
  const { t } = useTranslation();
  return (
    <div role="alert" className="flex animate-appear flex-col items-center gap-1 px-6 py-16 text-center">
      <span className="mb-2 flex size-11 items-center justify-center rounded-xl bg-red-soft text-red-text">
        <TriangleAlert aria-hidden className="size-5" strokeWidth={1.75} />
      </span>
      <p className="text-sm font-medium">{title ?? t("table.failed")}</p>
      <p className="max-w-md text-sm wrap-anywhere text-muted">{message}</p>
      {onRetry !== undefined && (
        <Button className="mt-3" onClick={onRetry}>
          <RotateCw />
          {t("action.retry")}
        </Button>
      )}
    </div>
  );
}
