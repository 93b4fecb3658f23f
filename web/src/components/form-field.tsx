import { errorText, isErrorCode } from "@tollgate/contract/errors";
import i18next from "i18next";
import type { ReactNode } from "react";
import {
  useController,
  type Control,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
} from "react-hook-form";
import { currentLanguage } from "../i18n/i18n.ts";
import { FieldFrame } from "./field-frame.tsx";

/** What the control inside a form field gets. */
export interface FieldBinding<Value> {
  value: Value;
  onValueChange: (value: Value) => void;
  onBlur: () => void;
  inputRef: (element: HTMLElement | null) => void;
}

interface FormFieldProps<
  Values extends FieldValues,
  Name extends FieldPath<Values>,
  Output extends FieldValues,
> {
  control: Control<Values, unknown, Output>;
  name: Name;
  label: string;
  description?: ReactNode;
  required?: boolean;
  /** Small buttons at the right of the label. */
  actions?: ReactNode;
  className?: string;
  children: (binding: FieldBinding<FieldPathValue<Values, Name>>) => ReactNode;
}

/** A control of a form with its label, hint and error, tied together for assistive technology. */
export function FormField<
  Values extends FieldValues,
  Name extends FieldPath<Values>,
  Output extends FieldValues,
>({
  control,
  name,
  label,
  description,
  required,
  actions,
  className,
  children,
}: FormFieldProps<Values, Name, Output>) {
  const { field, fieldState } = useController({ control, name });
  const error = fieldState.error?.message;
  return (
    <FieldFrame
      label={label}
      description={description}
      required={required ?? false}
      actions={actions}
      error={error === undefined ? undefined : fieldErrorText(error)}
      className={className}
    >
      {children({
        value: field.value,
        onValueChange: field.onChange,
        onBlur: field.onBlur,
        inputRef: field.ref,
      })}
    </FieldFrame>
  );
}

/** The sentence for a form error: a code of the contract, or a sentence already. */
export function fieldErrorText(message: string): string {
  if (isErrorCode(message)) return errorText(message, currentLanguage());
  return message === "" || message.startsWith("Invalid input") ? i18next.t("invalid") : message;
}
