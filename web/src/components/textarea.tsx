import { Field } from "@base-ui/react/field";
import type { ComponentProps } from "react";
import { classNames } from "../lib/class-names.ts";

export interface TextareaProps extends Omit<ComponentProps<"textarea">, "onChange" | "value"> {
  value: string;
  onValueChange: (value: string) => void;
  /** Fixed-width letters, for keys and JSON. */
  mono?: boolean;
}

/** Several lines of text; grows with its content up to half the window. */
export function Textarea({
  value,
  onValueChange,
  mono = false,
  className,
  rows = 3,
  ...rest
}: TextareaProps) {
  return (
    <Field.Control
      value={value}
      onValueChange={onValueChange}
      render={
        <textarea
          rows={rows}
          spellCheck={!mono}
          {...rest}
          className={classNames(
            "field-surface thin-scrollbar field-sizing-content max-h-[50vh] w-full min-w-0 resize-y px-2.5 py-1.5 text-sm leading-relaxed",
            mono && "font-mono text-xs",
            className,
          )}
          style={{ minHeight: `${rows * 1.45 + 0.9}rem` }}
        />
      }
    />
  );
}
