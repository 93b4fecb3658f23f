import { FormField } from "../../../components/form-field.tsx";
import { Input } from "../../../components/input.tsx";
import type { ChannelForm } from "../channel-form.ts";

interface AddressFieldProps {
  form: ChannelForm;
  label: string;
  placeholder: string;
  hint: string;
  required?: boolean;
}

/** The base URL of a channel; loses trailing slashes when left. */
export function AddressField({ form, label, placeholder, hint, required = false }: AddressFieldProps) {
  return (
    <FormField control={form.control} name="base_url" label={label} description={hint} required={required}>
      {({ inputRef, value, onValueChange, onBlur }) => (
        <Input
          ref={inputRef}
          value={value}
          onValueChange={onValueChange}
          onBlur={() => {
            onValueChange(value.trim().replace(/\/+$/, ""));
            onBlur();
          }}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
        />
      )}
    </FormField>
  );
}
