import { useTranslation } from "react-i18next";
import { LabeledCheckbox } from "../../components/checkbox.tsx";

interface ModelChoicesProps {
  title: string;
  hint?: string;
  names: readonly string[];
  picked: ReadonlySet<string>;
  onPick: (picked: ReadonlySet<string>) => void;
}

/** Names to tick, alone or all together; nothing where there are none. */
export function ModelChoices({ title, hint, names, picked, onPick }: ModelChoicesProps) {
  const { t } = useTranslation("upstreamModels");
  if (names.length === 0) return null;
  const areAllPicked = names.every((name) => picked.has(name));
  const set = (changed: readonly string[], isPicked: boolean) => {
    const rest = [...picked].filter((name) => !changed.includes(name));
    onPick(new Set(isPicked ? [...rest, ...changed] : rest));
  };
  return (
    <section aria-label={title}>
      <div className="border-b border-line pb-2 font-medium">
        <LabeledCheckbox
          checked={areAllPicked}
          indeterminate={!areAllPicked && names.some((name) => picked.has(name))}
          onCheckedChange={(isPicked) => set(names, isPicked)}
        >
          {t("allOf", { title, count: names.length })}
        </LabeledCheckbox>
        {hint !== undefined && <p className="mt-1 text-xs font-normal text-muted">{hint}</p>}
      </div>
      <ul aria-label={title} className="flex flex-col gap-2 py-2">
        {names.map((name) => (
          <li key={name}>
            <LabeledCheckbox checked={picked.has(name)} onCheckedChange={(isPicked) => set([name], isPicked)}>
              <span className="font-mono text-xs wrap-anywhere">{name}</span>
            </LabeledCheckbox>
          </li>
        ))}
      </ul>
    </section>
  );
}
