import { Select as Base } from "@base-ui/react/select";
import { Check, ChevronDown } from "lucide-react";
import type { ReactNode, Ref } from "react";
import { classNames } from "../lib/class-names.ts";

export interface SelectOption<Value> {
  value: Value;
  label: string;
  /** A second, quieter text. */
  hint?: string | undefined;
  icon?: ReactNode;
}

interface SelectProps<Value> {
  value: Value;
  onValueChange: (value: Value) => void;
  options: readonly SelectOption<Value>[];
  /** Accessible name when no form field gives one. */
  label?: string;
  placeholder?: string;
  disabled?: boolean;
  size?: "sm" | "md";
  className?: string;
  inputRef?: Ref<HTMLInputElement>;
}

/** One of a few choices. For many, or for free text, use the combobox. Empty text is a choice like any other. */
export function Select<Value extends string | number>(props: SelectProps<Value>) {
  const {
    value,
    onValueChange,
    options,
    label,
    placeholder,
    size = "md",
    className,
    inputRef,
    ...rest
  } = props;
  return (
    <Base.Root
      items={options.map((option) => ({ value: itemKey(option.value), label: option.label }))}
      value={itemKey(value)}
      onValueChange={(key: string | null) => {
        const chosen = options.find((option) => itemKey(option.value) === key);
        if (chosen !== undefined) onValueChange(chosen.value);
      }}
      modal={false}
      {...(inputRef === undefined ? {} : { inputRef })}
      {...rest}
    >
      <Base.Trigger
        aria-label={label}
        className={classNames(
          "field-surface flex w-full min-w-0 items-center justify-between gap-2 px-2.5 text-left select-none",
          size === "sm" ? "h-7 text-xs" : "h-8 text-sm",
          className,
        )}
      >
        <Base.Value className="truncate data-placeholder:text-muted" placeholder={placeholder ?? ""} />
        <Base.Icon className="text-muted">
          <ChevronDown className="size-4" />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-50 outline-none">
          <Base.Popup className="pop-surface thin-scrollbar max-h-(--available-height) min-w-(--anchor-width) overflow-y-auto p-1">
            <Base.List>
              {options.map((option) => (
                <Base.Item
                  key={itemKey(option.value)}
                  value={itemKey(option.value)}
                  className="choice-item pr-2"
                >
                  {option.icon}
                  <Base.ItemText className="min-w-0 flex-1 truncate">{option.label}</Base.ItemText>
                  {option.hint !== undefined && <span className="text-xs text-muted">{option.hint}</span>}
                  <span className="flex w-4 justify-end">
                    <Base.ItemIndicator>
                      <Check className="size-3.5 text-accent-text" />
                    </Base.ItemIndicator>
                  </span>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** Base UI takes an empty value for none. */
function itemKey(value: string | number): string {
  return `=${value}`;
}
