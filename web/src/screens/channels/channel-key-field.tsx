import { channelTypeInfo } from "@tollgate/contract/channel-types";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { FormField } from "../../components/form-field.tsx";
import { PasswordInput } from "../../components/input.tsx";
import { LabeledSwitch } from "../../components/switch.tsx";
import { Textarea } from "../../components/textarea.tsx";
import type { ChannelForm } from "./channel-form.ts";
import { channelTypeForm } from "./channel-types/channel-type-forms.ts";

/** The key; when creating, several at once, one a line. Of some types it is a JSON document. */
export function ChannelKeyField({ form, isNew }: { form: ChannelForm; isNew: boolean }) {
  const { t } = useTranslation("channels");
  const [isBatch, setBatch] = useState(false);
  const [key, type] = useWatch({ control: form.control, name: ["key", "type"] });
  const isDocument = channelTypeInfo(type)?.keyIsJson === true;
  const format = channelTypeForm(type).keyFormat;
  const count = isDocument ? 1 : key.split("\n").filter((line) => line.trim() !== "").length;
  const hints = [
    format !== undefined && t("editor.keyFormat", { format }),
    isDocument && isNew && t("editor.keyDocuments"),
    isNew ? isBatch && count > 1 && t("editor.keyBatchCount", { count }) : t("editor.keyUnchanged"),
  ].filter((hint) => hint !== false);
  const placeholder = isDocument
    ? t("editor.keyDocumentPlaceholder")
    : !isNew
      ? "••••••••"
      : isBatch
        ? t("editor.keyBatchPlaceholder")
        : t("editor.keyPlaceholder");
  return (
    <FormField
      control={form.control}
      name="key"
      label={t("editor.key")}
      required={isNew}
      description={hints.length > 0 ? hints.join(" ") : undefined}
      actions={
        isNew &&
        !isDocument && (
          <LabeledSwitch checked={isBatch} onCheckedChange={setBatch} className="text-xs text-muted">
            {t("editor.keyBatch")}
          </LabeledSwitch>
        )
      }
    >
      {({ inputRef, ...binding }) =>
        isBatch || isDocument ? (
          <Textarea {...binding} ref={inputRef} mono rows={5} placeholder={placeholder} />
        ) : (
          <PasswordInput {...binding} ref={inputRef} autoComplete="new-password" placeholder={placeholder} />
        )
      }
    </FormField>
  );
}
