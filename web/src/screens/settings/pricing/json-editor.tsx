import { useId, useRef, type Ref } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../components/button.tsx";
import { SectionCard } from "../../../components/card.tsx";
import { classNames } from "../../../lib/class-names.ts";
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
      <NumberedArea
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
            <ProblemList problems={problems} onShowLine={(line) => showLine(area.current, line)} />
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

interface NumberedAreaProps {
  ref: Ref<HTMLTextAreaElement>;
  label: string;
  text: string;
  onTextChange: (text: string) => void;
  placeholder: string | undefined;
  /** Where it says what is wrong, if something is. */
  problemsId: string | undefined;
}

/** A text area with the numbers of its lines, which scroll with it. */
function NumberedArea({ ref, label, text, onTextChange, placeholder, problemsId }: NumberedAreaProps) {
  const gutter = useRef<HTMLPreElement>(null);
  return (
    <div
      className={classNames(
        "field-surface flex h-64 overflow-hidden",
        problemsId !== undefined && "border-danger",
      )}
    >
      <pre
        ref={gutter}
        aria-hidden
        className="min-w-10 shrink-0 overflow-hidden border-r border-line bg-subtle py-2 pr-2 text-right font-mono text-xs leading-5 text-muted select-none"
      >
        {text.split("\n").map((_, index) => `${index + 1}\n`)}
      </pre>
      <textarea
        ref={ref}
        aria-label={label}
        aria-invalid={problemsId !== undefined || undefined}
        aria-describedby={problemsId}
        value={text}
        onChange={(event) => onTextChange(event.target.value)}
        onScroll={(event) => {
          if (gutter.current !== null) gutter.current.scrollTop = event.currentTarget.scrollTop;
        }}
        placeholder={placeholder}
        spellCheck={false}
        autoComplete="off"
        wrap="off"
        className="thin-scrollbar min-w-0 flex-1 resize-none overflow-auto bg-transparent px-2.5 py-2 font-mono text-xs leading-5 whitespace-pre outline-none"
      />
    </div>
  );
}

/** Selects a line and brings it into view. */
function showLine(area: HTMLTextAreaElement | null, line: number): void {
  if (area === null) return;
  const lines = area.value.split("\n");
  const start = lines.slice(0, line - 1).reduce((length, before) => length + before.length + 1, 0);
  area.focus();
  area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
  area.scrollTop = Math.max(0, (line - 4) * LINE_PX);
}

/** Height of a line of the editor: `leading-5`. */
const LINE_PX = 20;

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
