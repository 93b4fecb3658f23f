import { Field } from "@base-ui/react/field";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { classNames } from "../lib/class-names.ts";

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
        {/* A field of its own: what stands here must not take this field's label. */}
        {actions !== undefined && actions !== false && (
          <Field.Root className="contents">{actions}</Field.Root>
        )}
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
