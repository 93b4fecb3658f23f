import { Combobox as Base } from "@base-ui/react/combobox";
import { Check, ChevronDown, Plus, X } from "lucide-react";
import { useMemo, useState, type Ref } from "react";
import { useTranslation } from "react-i18next";
import { splitNames, useFilteredChoices } from "./filtered-choices.ts";

interface ChipsInputProps {
  value: readonly string[];
  onValueChange: (value: string[]) => void;
  options: readonly string[];
  /** Names that are not among the options are welcome; a comma or a line break ends one. */
  allowCustom?: boolean;
  placeholder?: string;
  /** Accessible name when no form field gives one. */
  label?: string;
  disabled?: boolean;
  onBlur?: () => void;
  inputRef?: Ref<HTMLInputElement>;
}

/** Several names as chips, from a list that filters while typing, with free text if allowed. */
export function ChipsInput(props: ChipsInputProps) {
  const { value, onValueChange, options, allowCustom = false, placeholder, label, disabled = false } = props;
  const { onBlur, inputRef } = props;
  const { t } = useTranslation();
  const [query, setQuery] = useState("");
  const { items, hiddenCount } = useFilteredChoices(options, query, allowCustom);
  const known = useMemo(() => new Set(options), [options]);
  const addAll = (text: string) => {
    onValueChange([...new Set([...value, ...splitNames(text)])]);
    setQuery("");
  };
  return (
    <Base.Root
      multiple
      items={items}
      filteredItems={items}
      value={[...value]}
      onValueChange={(next: string[]) => onValueChange(next)}
      inputValue={query}
      onInputValueChange={(text, details) =>
        allowCustom && details.reason === "input-change" && /[,，\n]/.test(text)
          ? addAll(text)
          : setQuery(text)
      }
      autoHighlight
      disabled={disabled}
    >
      <Base.InputGroup className="field-surface flex min-h-8 w-full items-start data-disabled:bg-subtle">
        <Base.Chips className="thin-scrollbar flex max-h-44 min-w-0 flex-1 flex-wrap items-center gap-1 overflow-y-auto p-1">
          {value.map((name) => (
            <Chip key={name} name={name} />
          ))}
          <Base.Input
            ref={inputRef}
            aria-label={label}
            placeholder={value.length === 0 ? placeholder : ""}
            onBlur={onBlur}
            onPaste={(event) => {
              const text = event.clipboardData.getData("text");
              if (!allowCustom || !/[,，\n]/.test(text)) return;
              event.preventDefault();
              addAll(text);
            }}
            className="h-6 min-w-8 flex-1 bg-transparent px-1.5 text-sm outline-none"
          />
        </Base.Chips>
        <Base.Trigger
          aria-label={t("choices.open")}
          className="flex h-[30px] w-8 shrink-0 items-center justify-center text-muted hover:text-foreground"
        >
          <ChevronDown className="size-4" />
        </Base.Trigger>
      </Base.InputGroup>
      <Base.Portal>
        <Base.Positioner sideOffset={4} className="z-50 outline-none">
          <Base.Popup className="pop-surface thin-scrollbar max-h-[min(20rem,var(--available-height))] w-(--anchor-width) overflow-y-auto p-1">
            <Base.Empty className="px-2.5 py-2 text-sm text-muted empty:hidden">
              {items.length === 0 ? t("choices.empty") : null}
            </Base.Empty>
            <Base.List>
              {(name: string) => (
                <Base.Item key={name} value={name} className="choice-item">
                  <span className="flex w-4 shrink-0">
                    {known.has(name) || value.includes(name) ? (
                      <Base.ItemIndicator>
                        <Check className="size-3.5 text-accent-text" />
                      </Base.ItemIndicator>
                    ) : (
                      <Plus className="size-3.5 text-accent-text" />
                    )}
                  </span>
                  <span className="min-w-0 truncate">
                    {known.has(name) || value.includes(name) ? name : t("choices.add", { text: name })}
                  </span>
                </Base.Item>
              )}
            </Base.List>
            {hiddenCount > 0 && (
              <div className="px-2.5 py-1.5 text-xs text-muted">
                {t("choices.more", { count: hiddenCount })}
              </div>
            )}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function Chip({ name }: { name: string }) {
  const { t } = useTranslation();
  return (
    <Base.Chip
      aria-label={name}
      className="flex h-6 max-w-full items-center rounded-sm bg-neutral-soft pl-2 text-xs font-medium text-foreground outline-none focus-within:bg-accent-soft focus-within:text-accent-text data-highlighted:bg-accent-soft"
    >
      <span className="truncate">{name}</span>
      <Base.ChipRemove
        aria-label={t("choices.remove", { name })}
        className="flex size-6 shrink-0 items-center justify-center rounded-sm text-muted hover:text-foreground"
      >
        <X className="size-3" />
      </Base.ChipRemove>
    </Base.Chip>
  );
}
