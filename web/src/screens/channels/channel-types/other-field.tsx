import type { ReactNode } from "react";
import { FormField } from "../../../components/form-field.tsx";
import { Input } from "../../../components/input.tsx";
import { Textarea } from "../../../components/textarea.tsx";
import type { ChannelForm } from "../channel-form.ts";

interface OtherFieldProps {
  form: ChannelForm;
  /** What `other` means for the type. */
  label: string;
  placeholder: string;
  hint?: string;
  required?: boolean;
  /** Several lines, for JSON. */
  isLong?: boolean;
  actions?: ReactNode;
}

/** The one value whose meaning the type decides: a version, a region, an account. */
export function OtherField({ form, label, placeholder, hint, required, isLong, actions }: OtherFieldProps) {
  return (
    <FormField
      control={form.control}
      name="other"
      label={label}
      description={hint}
      required={required ?? false}
      actions={actions}
    >
      {({ inputRef, ...binding }) =>
        isLong === true ? (
          <Textarea {...binding} ref={inputRef} mono placeholder={placeholder} />
        ) : (
          <Input
            {...binding}
            ref={inputRef}
            placeholder={placeholder}
            autoComplete="off"
            spellCheck={false}
          />
        )
      }
    </FormField>
  );
}
