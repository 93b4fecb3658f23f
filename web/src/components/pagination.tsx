import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import { classNames } from "../lib/class-names.ts";
import { useIsMobile } from "../lib/media-query.ts";
import { Button } from "./button.tsx";

interface PaginationProps {
  /** From 1. */
  page: number;
  pageCount: number;
  onPageChange: (page: number) => void;
}

/** Steps through pages; shows the first, the last and those around the current one. */
export function Pagination({ page, pageCount, onPageChange }: PaginationProps) {
  const { t } = useTranslation();
  const isMobile = useIsMobile();
  return (
    <nav aria-label={t("table.pages")} className="flex items-center gap-0.5">
      <Button
        variant="ghost"
        size="iconSm"
        aria-label={t("table.previous")}
        disabled={page <= 1}
        onClick={() => onPageChange(page - 1)}
      >
        <ChevronLeft />
      </Button>
      {isMobile ? (
        <span className="px-1 text-xs text-muted tabular-nums">
          {page} / {pageCount}
        </span>
      ) : (
        shownPages(page, pageCount).map((shown) =>
          typeof shown === "string" ? (
            <span key={shown} aria-hidden className="w-5 text-center text-xs text-muted">
              …
            </span>
          ) : (
            <Button
              key={shown}
              variant="ghost"
              size="sm"
              aria-label={t("table.page", { page: shown })}
              aria-current={shown === page ? "page" : undefined}
              className={classNames(
                "min-w-7 px-1.5 tabular-nums",
                shown === page &&
                  "bg-accent-soft text-accent-text hover:bg-accent-soft hover:text-accent-text",
              )}
              onClick={() => onPageChange(shown)}
            >
              {shown}
            </Button>
          ),
        )
      )}
      <Button
        variant="ghost"
        size="iconSm"
        aria-label={t("table.next")}
        disabled={page >= pageCount}
        onClick={() => onPageChange(page + 1)}
      >
        <ChevronRight />
      </Button>
    </nav>
  );
}

/** Page numbers to show, with named gaps: 1 … 4 5 6 … 20. */
export function shownPages(page: number, pageCount: number): (number | "gap-before" | "gap-after")[] {
  const around = [page - 1, page, page + 1].filter((number) => number > 1 && number < pageCount);
  const first = around[0] ?? 2;
  const last = around.at(-1) ?? 1;
  const before = first > 3 ? (["gap-before"] as const) : first === 3 ? [2] : [];
  const after =
    last < pageCount - 2 && around.length > 0
      ? (["gap-after"] as const)
      : last === pageCount - 2
        ? [pageCount - 1]
        : [];
  return [1, ...before, ...around, ...after, ...(pageCount > 1 ? [pageCount] : [])];
}
