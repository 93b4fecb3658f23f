import { Menu as Base } from "@base-ui/react/menu";
import { Check, type LucideIcon } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { classNames } from "../lib/class-names.ts";

interface MenuProps {
  trigger: ReactElement;
  children: ReactNode;
  align?: "start" | "center" | "end";
  side?: "top" | "right" | "bottom" | "left";
  className?: string;
}

/** Actions behind a button. */
export function Menu({ trigger, children, align = "end", side = "bottom", className }: MenuProps) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner
          sideOffset={4}
          align={align}
          side={side}
          collisionPadding={8}
          className="z-40 outline-none"
        >
          <Base.Popup
            className={classNames(
              "pop-surface thin-scrollbar max-h-(--available-height) min-w-36 overflow-y-auto p-1",
              className,
            )}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

interface MenuItemProps {
  children: ReactNode;
  onSelect: () => void;
  icon?: LucideIcon;
  danger?: boolean;
  disabled?: boolean;
  /** Keeps the menu open after a press. */
  stays?: boolean;
}

export function MenuItem({
  children,
  onSelect,
  icon: Icon,
  danger = false,
  disabled = false,
  stays,
}: MenuItemProps) {
  return (
    <Base.Item
      className={classNames("choice-item", danger && "text-danger-text")}
      onClick={onSelect}
      disabled={disabled}
      closeOnClick={stays !== true}
    >
      {Icon !== undefined && <Icon aria-hidden className={classNames("size-4", !danger && "text-muted")} />}
      {children}
    </Base.Item>
  );
}

interface MenuChoiceProps<Value extends string> {
  value: Value;
  onValueChange: (value: Value) => void;
  options: readonly { value: Value; label: string; icon?: LucideIcon }[];
}

/** One of a few settings, with a mark at the chosen one. */
export function MenuChoice<Value extends string>({ value, onValueChange, options }: MenuChoiceProps<Value>) {
  return (
    <Base.RadioGroup value={value} onValueChange={(next: Value) => onValueChange(next)}>
      {options.map(({ value: option, label, icon: Icon }) => (
        <Base.RadioItem key={option} value={option} closeOnClick className="choice-item pr-2">
          {Icon !== undefined && <Icon aria-hidden className="size-4 text-muted" />}
          <span className="flex-1">{label}</span>
          <span className="flex w-4 justify-end">
            <Base.RadioItemIndicator>
              <Check className="size-3.5 text-accent-text" />
            </Base.RadioItemIndicator>
          </span>
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  );
}

interface MenuToggleProps {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  children: ReactNode;
  disabled?: boolean;
}

/** Something that is on or off; the menu stays open. */
export function MenuToggle({ checked, onCheckedChange, children, disabled = false }: MenuToggleProps) {
  return (
    <Base.CheckboxItem
      checked={checked}
      onCheckedChange={(next) => onCheckedChange(next)}
      disabled={disabled}
      closeOnClick={false}
      className="choice-item pr-2"
    >
      <span className="flex-1">{children}</span>
      <span className="flex w-4 justify-end">
        <Base.CheckboxItemIndicator>
          <Check className="size-3.5 text-accent-text" />
        </Base.CheckboxItemIndicator>
      </span>
    </Base.CheckboxItem>
  );
}

export function MenuSeparator() {
  return <Base.Separator className="my-1 h-px bg-line" />;
}

/** A few lines at the top of a menu that are no action. */
export function MenuHeading({ children }: { children: ReactNode }) {
  return <div className="px-2.5 py-1.5 text-xs text-muted">{children}</div>;
}
