import { useWatch } from "react-hook-form";
import { LabeledSwitch } from "../../components/switch.tsx";
import type { TokenForm } from "./token-form.ts";

interface TokenSwitchProps {
  form: TokenForm;
  name: "unlimited_quota" | "model_limits_enabled" | "cross_group_retry";
  text: string;
}

/** A value of a token that is on or off. */
export function TokenSwitch({ form, name, text }: TokenSwitchProps) {
  const isOn = useWatch({ control: form.control, name });
  return (
    <LabeledSwitch
      checked={isOn}
      onCheckedChange={(checked) => form.setValue(name, checked, { shouldDirty: true })}
    >
      {text}
    </LabeledSwitch>
  );
}
