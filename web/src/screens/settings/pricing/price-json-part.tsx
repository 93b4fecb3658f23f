import { useTranslation } from "react-i18next";
import { formatTable } from "./check-table.ts";
import { JsonEditor } from "./json-editor.tsx";
import type { PriceOption } from "./price-options.ts";
import type { PriceEditing } from "./use-price-draft.ts";

interface PriceJsonPartProps {
  editing: PriceEditing;
  options: readonly PriceOption[];
  examples?: Partial<Record<PriceOption, string>>;
}

/** Tables as JSON, one editor each. A saved table is shown in order, whatever it is stored like. */
export function PriceJsonPart({ editing, options, examples }: PriceJsonPartProps) {
  const { t } = useTranslation("pricingSettings");
  const { draft, bases, setTexts } = editing;
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      {options.map((option) => {
        const text = draft.texts[option];
        const checked = draft.checked[option];
        if (text === undefined || checked === undefined) return null;
        const example = examples?.[option];
        return (
          <JsonEditor
            key={option}
            option={option}
            text={bases[option] === undefined ? shownText(text, example) : text}
            checked={checked}
            onTextChange={(next) => setTexts({ [option]: next })}
            {...(example === undefined ? {} : { example: `${t("json.example")}\n${example}` })}
          />
        );
      })}
    </div>
  );
}

/** An empty table gives way to its example. */
function shownText(text: string, example: string | undefined): string {
  return example !== undefined && text === "{}" ? "" : formatTable(text);
}
