import { Field } from "@base-ui/react/field";
import { errorText } from "@tollgate/contract/errors";
import type { TableProblem } from "@tollgate/contract/price-table-check";
import { memo, useId } from "react";
import { useTranslation } from "react-i18next";
import { classNames } from "../../../lib/class-names.ts";
import { currentLanguage } from "../../../i18n/i18n.ts";
import { OptionControl } from "./option-control.tsx";
import { defaultText, isSameValue, optionSpec } from "./option-draft.ts";
import type { OfferedField } from "./option-fields.ts";

interface OptionRowProps {
  field: OfferedField;
  text: string;
  isChanged: boolean;
  problem: TableProblem | undefined;
  /** The same function for as long as the saved options are. */
  onTextChange: (key: OfferedField["key"], text: string) => void;
}

/**
 * One option of many, drawn anew only when it changes: what it is and does, its control, what is wrong with it, and the
 * way back to its default.
 */
export const OptionRow = memo(function OptionRow(props: OptionRowProps) {
  const { field, text, isChanged, problem, onTextChange } = props;
  const { t } = useTranslation("optionSettings");
  const problemId = useId();
  const { key } = field;
  const name = t(`field.${key}.name`);
  const isFlag = optionSpec(key).shape.kind === "flag";
  const change = (next: string) => onTextChange(key, next);
  return (
    <Field.Root
      invalid={problem !== undefined}
      className={classNames(
        "grid gap-x-8 gap-y-2 py-4 first:pt-0 last:pb-0",
        isFlag ? "grid-cols-[minmax(0,1fr)_auto]" : "md:grid-cols-2",
      )}
    >
      <div className="min-w-0">
        <div className="flex items-center gap-2">
          <Field.Label className="text-sm font-medium">{name}</Field.Label>
          {isChanged && <span className="text-xs whitespace-nowrap text-accent-text">{t("unsaved")}</span>}
        </div>
        <Field.Description className="mt-1 text-xs leading-relaxed text-muted">
          {t(`field.${key}.hint`)}
        </Field.Description>
      </div>
      <div className="flex min-w-0 flex-col gap-1.5">
        <OptionControl
          field={field}
          text={text}
          onTextChange={change}
          problemId={problem === undefined ? undefined : problemId}
        />
        {problem !== undefined && (
          <Field.Error match id={problemId} className="text-xs text-danger-text">
            {errorText(problem.code, currentLanguage(), { ...problem.details, key: name })}
          </Field.Error>
        )}
        <DefaultLine field={field} name={name} text={text} onTextChange={change} />
      </div>
    </Field.Root>
  );
});

interface DefaultLineProps {
  field: OfferedField;
  name: string;
  text: string;
  onTextChange: (text: string) => void;
}

/** The default where another value stands, and a button that brings it back. A secret has none. */
function DefaultLine({ field: { key }, name, text, onTextChange }: DefaultLineProps) {
  const { t } = useTranslation("optionSettings");
  const fallback = defaultText(key);
  if (optionSpec(key).secret === true || isSameValue(key, text, fallback)) return null;
  return (
    <p className="flex min-w-0 flex-wrap items-baseline gap-x-2 text-xs text-muted">
      <span className="truncate">{t("default.value", { value: shownDefault(fallback) })}</span>
      <button
        type="button"
        aria-label={t("default.resetOf", { name })}
        onClick={() => onTextChange(fallback)}
        className="focus-ring shrink-0 rounded-sm text-accent-text underline-offset-4 hover:underline"
      >
        {t("default.reset")}
      </button>
    </p>
  );

  function shownDefault(value: string): string {
    if (value === "" || value === "[]") return t("default.empty");
    if (value === "true") return t("state.on");
    if (value === "false") return t("state.off");
    return value.replaceAll(/\s*\n\s*/g, " ");
  }
}
