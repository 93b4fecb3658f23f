import { channelTypeInfo } from "@tollgate/contract/channel-types";
import type { TFunction } from "i18next";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { FormField } from "../../components/form-field.tsx";
import { PasswordInput } from "../../components/input.tsx";
import { LabeledSwitch } from "../../components/switch.tsx";
import { Textarea } from "../../components/textarea.tsx";
import type { ChannelForm } from "./channel-form.ts";
import { keyModeOf } from "./channel-key-mode.ts";
import { channelTypeForm } from "./channel-types/channel-type-forms.ts";

/** The key; several where the channel has a list of them, or where several channels are created at once. Of some types it is a JSON document. */
export function ChannelKeyField({ form, isNew }: { form: ChannelForm; isNew: boolean }) {
  const { t } = useTranslation("channels");
  const [isBatch, setBatch] = useState(false);
  const [key, type, setting] = useWatch({ control: form.control, name: ["key", "type", "setting"] });
  const isList = keyModeOf(setting) !== "";
  const isDocument = channelTypeInfo(type)?.keyIsJson === true;
  const format = channelTypeForm(type).keyFormat;
  const count = isDocument ? 1 : key.split("\n").filter((line) => line.trim() !== "").length;
  const hints = [
    format !== undefined && t("editor.keyFormat", { format }),
    isDocument && isList && t("editor.keyListDocuments"),
    isDocument && !isList && isNew && t("editor.keyDocuments"),
    isList && !isDocument && count > 1 && t("editor.keyListCount", { count }),
    !isList && isNew && isBatch && count > 1 && t("editor.keyBatchCount", { count }),
    !isNew && (isList ? t("editor.keyListUnchanged") : t("editor.keyUnchanged")),
  ].filter((hint) => hint !== false);
  const placeholder = placeholderOf({ isDocument, isList, isNew, isBatch }, t);
  return (
    <FormField
      control={form.control}
      name="key"
      label={t("editor.key")}
      required={isNew}
      description={hints.length > 0 ? hints.join(" ") : undefined}
      actions={
        isNew &&
        !isDocument &&
        !isList && (
          <LabeledSwitch checked={isBatch} onCheckedChange={setBatch} className="text-xs text-muted">
            {t("editor.keyBatch")}
          </LabeledSwitch>
        )
      }
    >
      {({ inputRef, ...binding }) =>
        isBatch || isDocument || isList ? (
          <Textarea {...binding} ref={inputRef} mono rows={5} placeholder={placeholder} />
        ) : (
          <PasswordInput {...binding} ref={inputRef} autoComplete="new-password" placeholder={placeholder} />
        )
      }
    </FormField>
  );
}

function placeholderOf(
  is: Record<"isDocument" | "isList" | "isNew" | "isBatch", boolean>,
  t: TFunction<"channels">,
): string {
  if (is.isDocument) return t("editor.keyDocumentPlaceholder");
  if (!is.isNew) return "••••••••";
  if (is.isList) return t("editor.keyListPlaceholder");
  return is.isBatch ? t("editor.keyBatchPlaceholder") : t("editor.keyPlaceholder");
}
