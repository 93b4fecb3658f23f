import { Combobox as Base } from "@base-ui/react/combobox";
import { Check, ChevronDown, X } from "lucide-react";
import { useState, type KeyboardEvent, type Ref } from "react";
import { useTranslation } from "react-i18next";
import { classNames } from "../lib/class-names.ts";
import { useFilteredChoices } from "./filtered-choices.ts";

interface ComboboxProps {
  /** Empty means none. */
  value: string;
  onValueChange: (value: string) => void;
  options: readonly string[];
  /** What is typed counts even when it is no option. */
  allowCustom?: boolean;
  placeholder?: string;
  /** Accessible name when no form field gives one. */
  label?: string;
  disabled?: boolean;
  className?: string;
  onBlur?: () => void;
  inputRef?: Ref<HTMLInputElement>;
}

/** One name from a list that filters while typing, with free text if allowed. */
export function Combobox(props: ComboboxProps) {
  const { value, onValueChange, options, allowCustom = false, placeholder, label, disabled = false } = props;
  const { onBlur, inputRef, className } = props;
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string>();
  const { items, hiddenCount } = useFilteredChoices(options, typed ?? "", false);
  const commit = () => {
    if (typed !== undefined && allowCustom) onValueChange(typed.trim());
    setTyped(undefined);
    onBlur?.();
  };
  // Enter takes what is typed, as it takes a marked option; a form waits for the next one.
  const takeTyped = (event: KeyboardEvent<HTMLInputElement>) => {
    const isMarked = event.currentTarget.hasAttribute("aria-activedescendant");
    if (event.key !== "Enter" || typed === undefined || !allowCustom || isMarked) return;
    event.preventDefault();
    pick(typed.trim());
  };
  const pick = (next: string) => {
    setTyped(undefined);
    onValueChange(next);
  };
  return (
    <Base.Root
      items={items}
      filteredItems={items}
      value={value === "" ? null : value}
      onValueChange={(next: string | null) => pick(next ?? "")}
      inputValue={typed ?? value}
      onInputValueChange={(text, details) => details.reason === "input-change" && setTyped(text)}
      disabled={disabled}
    >
      <Base.InputGroup
        className={classNames(
          "field-surface flex h-8 w-full items-center data-disabled:bg-subtle",
          className,
        )}
      >
        <Base.Input
          ref={inputRef}
          aria-label={label}
          placeholder={placeholder}
          onBlur={commit}
          onKeyDown={takeTyped}
          className="h-full min-w-0 flex-1 bg-transparent px-2.5 text-sm outline-none"
        />
        {value !== "" && !disabled && (
          <button
            type="button"
            aria-label={t("action.clear")}
            onClick={() => pick("")}
            className="focus-ring flex h-full w-6 items-center justify-center rounded-sm text-muted hover:text-foreground"
          >
            <X className="size-3.5" />
          </button>
        )}
        <Base.Trigger
          aria-label={t("choices.open")}
          className="flex h-full w-8 shrink-0 items-center justify-center text-muted hover:text-foreground"
        >
          <ChevronDown className="size-4" />
        </Base.Trigger>
      </Base.InputGroup>
      <Base.Portal>
        <Base.Positioner sideOffset={4} className="z-50 outline-none">
          <Base.Popup className="pop-surface thin-scrollbar max-h-[min(20rem,var(--available-height))] w-(--anchor-width) overflow-y-auto p-1 data-empty:hidden">
            <Base.List>
              {(name: string) => (
                <Base.Item key={name} value={name} className="choice-item">
                  <span className="min-w-0 flex-1 truncate">{name}</span>
                  <Base.ItemIndicator>
                    <Check className="size-3.5 text-accent-text" />
                  </Base.ItemIndicator>
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
