import { useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../components/button.tsx";
import { SectionCard } from "../../../components/card.tsx";
import { CodeArea, showCodeLine } from "../../../components/code-area.tsx";
import { formatTable, type CheckedTable, type TableProblem } from "./check-table.ts";
import type { PriceOption } from "./price-options.ts";

interface JsonEditorProps {
  option: PriceOption;
  text: string;
  checked: CheckedTable;
  onTextChange: (text: string) => void;
  /** Shown while it is empty. */
  example?: string;
}

/** More would not be read; the first ones lead to the rest. */
const SHOWN_PROBLEMS = 5;

/** One table as JSON: line numbers, what is wrong on which line while typing, and a button that sets it in order. */
export function JsonEditor({ option, text, checked, onTextChange, example }: JsonEditorProps) {
  const { t } = useTranslation("pricingSettings");
  const problemsId = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const { problems } = checked;
  const formatted = problems.length === 0 ? formatTable(text) : text;
  return (
    <SectionCard title={t(`table.${option}.name`)} description={t(`table.${option}.hint`)}>
      <CodeArea
        ref={area}
        label={t("json.label", { name: t(`table.${option}.name`) })}
        text={text}
        onTextChange={onTextChange}
        placeholder={example}
        problemsId={problems.length > 0 ? problemsId : undefined}
      />
      <div className="mt-2 flex items-start justify-between gap-4">
        <div id={problemsId} aria-live="polite" className="min-w-0 py-1 text-xs">
          {problems.length === 0 ? (
            <p className="text-muted">{t("json.fine", { count: entryCount(checked) })}</p>
          ) : (
            <ProblemList problems={problems} onShowLine={(line) => showCodeLine(area.current, line)} />
          )}
        </div>
        <Button
          size="sm"
          disabled={problems.length > 0 || formatted === text}
          onClick={() => onTextChange(formatted)}
        >
          {t("json.format")}
        </Button>
      </div>
    </SectionCard>
  );
}

interface ProblemListProps {
  problems: readonly TableProblem[];
  onShowLine: (line: number) => void;
}

function ProblemList({ problems, onShowLine }: ProblemListProps) {
  const { t } = useTranslation("pricingSettings");
  return (
    <ul className="flex flex-col gap-1 text-danger-text">
      {problems.slice(0, SHOWN_PROBLEMS).map(({ code, line, name = "" }) => (
        <li key={`${line}:${code}:${name}`} className="flex flex-wrap gap-x-2">
          {line !== undefined && (
            <button
              type="button"
              className="focus-ring rounded-sm font-medium underline underline-offset-2"
              onClick={() => onShowLine(line)}
            >
              {t("json.line", { line })}
            </button>
          )}
          <span className="wrap-anywhere">{t(`problem.${code}`, { name })}</span>
        </li>
      ))}
      {problems.length > SHOWN_PROBLEMS && (
        <li>{t("json.moreProblems", { count: problems.length - SHOWN_PROBLEMS })}</li>
      )}
    </ul>
  );
}

function entryCount({ value }: CheckedTable): number {
  return Object.keys(value ?? {}).length;
}
