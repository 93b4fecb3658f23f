import { Tabs as Base } from "@base-ui/react/tabs";
import type { ReactNode } from "react";

export interface TabItem<Value extends string> {
  value: Value;
  label: string;
  content: ReactNode;
}

interface TabsProps<Value extends string> {
  value: Value;
  onValueChange: (value: Value) => void;
  items: readonly TabItem<Value>[];
  label: string;
}

/** Views of one screen, side by side; only the chosen one is drawn. */
export function Tabs<Value extends string>({ value, onValueChange, items, label }: TabsProps<Value>) {
  return (
    <Base.Root value={value} onValueChange={(next: Value) => onValueChange(next)}>
      <Base.List
        aria-label={label}
        className="thin-scrollbar relative flex gap-1 overflow-x-auto border-b border-line"
      >
        {items.map((item) => (
          <Base.Tab
            key={item.value}
            value={item.value}
            className="focus-ring h-9 rounded-md px-3 text-sm font-medium whitespace-nowrap text-muted transition-colors hover:text-foreground data-active:text-foreground"
          >
            {item.label}
          </Base.Tab>
        ))}
        <Base.Indicator className="absolute bottom-0 left-0 h-0.5 w-(--active-tab-width) translate-x-(--active-tab-left) rounded-full bg-accent transition-all duration-150" />
      </Base.List>
      {items.map((item) => (
        <Base.Panel key={item.value} value={item.value} className="pt-5 outline-none">
          {item.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
