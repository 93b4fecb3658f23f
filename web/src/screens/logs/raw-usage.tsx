import { ChevronRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import { CopyButton } from "../../components/copy.tsx";

/** The usage record as the vendor sent it, folded away. */
export function RawUsage({ usage }: { usage: unknown }) {
  const { t } = useTranslation("logs");
  const text = JSON.stringify(usage, undefined, 2);
  return (
    <details className="group/raw">
      <summary className="focus-ring flex w-fit cursor-pointer list-none items-center gap-1 rounded-sm text-xs text-muted hover:text-foreground">
        <ChevronRight aria-hidden className="size-3.5 transition-transform group-open/raw:rotate-90" />
        {t("charge.rawUsage")}
      </summary>
      <div className="relative mt-2">
        <pre
          tabIndex={0}
          aria-label={t("charge.rawUsage")}
          className="focus-ring thin-scrollbar max-h-64 overflow-auto rounded-lg border border-line bg-surface p-3 font-mono text-xs leading-relaxed"
        >
          {text}
        </pre>
        <CopyButton text={text} label={t("charge.copyRawUsage")} className="absolute top-1 right-1" />
      </div>
    </details>
  );
}
