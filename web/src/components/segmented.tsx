import { ToggleGroup } from "@base-ui/react/toggle-group";
import { Toggle } from "@base-ui/react/toggle";

interface SegmentedProps<Value extends string> {
  label: string;
  value: Value;
  onValueChange: (value: Value) => void;
  options: readonly { value: Value; label: string }[];
}

/** One of a few choices, all in view. */
export function Segmented<Value extends string>({
  label,
  value,
  onValueChange,
  options,
}: SegmentedProps<Value>) {
  return (
    <ToggleGroup
      aria-label={label}
      value={[value]}
      onValueChange={(next) => {
        const chosen = options.find((option) => option.value === next[0]);
        if (chosen !== undefined) onValueChange(chosen.value);
      }}
      className="thin-scrollbar flex h-8 max-w-full items-center gap-0.5 overflow-x-auto rounded-md bg-subtle p-0.5"
    >
      {options.map((option) => (
        <Toggle
          key={option.value}
          value={option.value}
          className="focus-ring h-7 rounded-[7px] px-2.5 text-xs font-medium whitespace-nowrap text-muted transition-colors hover:text-foreground data-pressed:bg-surface data-pressed:text-foreground data-pressed:shadow-card dark:data-pressed:bg-pressed"
        >
          {option.label}
        </Toggle>
      ))}
    </ToggleGroup>
  );
}
