interface PresetButtonsProps<Value> {
  /** What the presets are for. */
  label: string;
  presets: readonly { label: string; value: Value }[];
  onPick: (value: Value) => void;
}

/** Common values, one press each, beside a field's label. */
export function PresetButtons<Value>({ label, presets, onPick }: PresetButtonsProps<Value>) {
  return (
    <div role="group" aria-label={label} className="flex flex-wrap items-center gap-1">
      {presets.map((preset) => (
        <button
          key={preset.label}
          type="button"
          onClick={() => onPick(preset.value)}
          className="focus-ring h-5.5 rounded-sm border border-line bg-subtle px-1.5 text-xs text-secondary tabular-nums transition-colors hover:border-accent-line hover:bg-accent-soft hover:text-accent-text"
        >
          {preset.label}
        </button>
      ))}
    </div>
  );
}
