import { useTranslation } from "react-i18next";
import { LabeledCheckbox } from "../../components/checkbox.tsx";
import { useFilteredChoices } from "../../components/filtered-choices.ts";

interface ModelChoicesProps {
  /** Accessible name of the list. */
  label: string;
  /** Text of the box that ticks all that are offered. */
  allText: (count: number) => string;
  hint?: string;
  names: readonly string[];
  /** Only names that contain it are offered. */
  filter?: string;
  picked: ReadonlySet<string>;
  onPick: (picked: ReadonlySet<string>) => void;
}

/** Names to tick, alone or all together; of very many the first are listed. */
export function ModelChoices({
  label,
  allText,
  hint,
  names,
  filter = "",
  picked,
  onPick,
}: ModelChoicesProps) {
  const { t } = useTranslation();
  const { items, hiddenCount } = useFilteredChoices(names, filter, false);
  const matching = names.filter((name) => name.toLowerCase().includes(filter.trim().toLowerCase()));
  const areAllPicked = matching.length > 0 && matching.every((name) => picked.has(name));
  const set = (changed: readonly string[], isPicked: boolean) => {
    const changing = new Set(changed);
    const rest = [...picked].filter((name) => !changing.has(name));
    onPick(new Set(isPicked ? [...rest, ...changed] : rest));
  };
  return (
    <section aria-label={label}>
      <div className="border-b border-line py-2">
        <LabeledCheckbox
          checked={areAllPicked}
          indeterminate={!areAllPicked && matching.some((name) => picked.has(name))}
          onCheckedChange={(isPicked) => set(matching, isPicked)}
        >
          {allText(matching.length)}
        </LabeledCheckbox>
        {hint !== undefined && <p className="mt-1 text-xs text-muted">{hint}</p>}
      </div>
      <ul aria-label={label} className="flex flex-col gap-2 py-2">
        {items.map((name) => (
          <li key={name}>
            <LabeledCheckbox checked={picked.has(name)} onCheckedChange={(isPicked) => set([name], isPicked)}>
              <span className="font-mono text-xs wrap-anywhere">{name}</span>
            </LabeledCheckbox>
          </li>
        ))}
      </ul>
      {hiddenCount > 0 && (
        <p className="pb-2 text-xs text-muted">{t("choices.more", { count: hiddenCount })}</p>
      )}
    </section>
  );
}
