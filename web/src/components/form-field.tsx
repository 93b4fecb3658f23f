import { Field } from "@base-ui/react/field";
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
import { useTranslation } from "react-i18next";
import { currentLanguage } from "../i18n/i18n.ts";
import { classNames } from "../lib/class-names.ts";

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

interface FieldFrameProps {
  label: string;
  description?: ReactNode;
  required?: boolean;
  actions?: ReactNode;
  error?: string | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** Label, control, hint and error of a field, without a form library. */
export function FieldFrame({
  label,
  description,
  required,
  actions,
  error,
  className,
  children,
}: FieldFrameProps) {
  const { t } = useTranslation();
  return (
    <Field.Root
      invalid={error !== undefined}
      className={classNames("flex min-w-0 flex-col gap-1.5", className)}
    >
      <div className="flex min-h-5 flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <Field.Label className="text-sm font-medium">
          {label}
          {required === true && (
            <span className="ml-1 text-danger-text" title={t("required")} aria-hidden>
              *
            </span>
          )}
        </Field.Label>
        {actions}
      </div>
      {children}
      {error !== undefined && (
        <Field.Error match className="text-xs text-danger-text">
          {error}
        </Field.Error>
      )}
      {description !== undefined && (
        <Field.Description className="text-xs leading-relaxed text-muted">{description}</Field.Description>
      )}
    </Field.Root>
  );
}

/** The sentence for a form error: a code of the contract, or a sentence already. */
export function fieldErrorText(message: string): string {
  if (isErrorCode(message)) return errorText(message, currentLanguage());
  return message === "" || message.startsWith("Invalid input") ? i18next.t("invalid") : message;
}
