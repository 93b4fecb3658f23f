import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { FormField } from "../../components/form-field.tsx";
import { PasswordInput } from "../../components/input.tsx";
import { LabeledSwitch } from "../../components/switch.tsx";
import { Textarea } from "../../components/textarea.tsx";
import type { ChannelForm } from "./channel-form.ts";

/** The key; when creating, several at once, one a line. */
export function ChannelKeyField({ form, isNew }: { form: ChannelForm; isNew: boolean }) {
  const { t } = useTranslation("channels");
  const [isBatch, setBatch] = useState(false);
  const key = useWatch({ control: form.control, name: "key" });
  const count = key.split("\n").filter((line) => line.trim() !== "").length;
  return (
    <FormField
      control={form.control}
      name="key"
      label={t("editor.key")}
      required={isNew}
      description={
        isNew
          ? isBatch && count > 1
            ? t("editor.keyBatchCount", { count })
            : undefined
          : t("editor.keyUnchanged")
      }
      actions={
        isNew && (
          <LabeledSwitch checked={isBatch} onCheckedChange={setBatch} className="text-xs text-muted">
            {t("editor.keyBatch")}
          </LabeledSwitch>
        )
      }
    >
      {({ inputRef, ...binding }) =>
        isBatch ? (
          <Textarea {...binding} ref={inputRef} mono rows={5} placeholder={t("editor.keyBatchPlaceholder")} />
        ) : (
          <PasswordInput
            {...binding}
            ref={inputRef}
            autoComplete="new-password"
            placeholder={isNew ? t("editor.keyPlaceholder") : "••••••••"}
          />
        )
      }
    </FormField>
  );
}
