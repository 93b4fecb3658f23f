import { channelTypeInfo } from "@tollgate/contract/channel-types";
import { useTranslation } from "react-i18next";
import type { ChannelForm } from "../channel-form.ts";
import { channelTypeName } from "../channel-type-name.ts";
import { AddressField } from "./address-field.tsx";
import type { ChannelTypeForm } from "./channel-type-form.ts";

/** The form of a type that has nothing of its own but its address; the others begin with it. */
export function plainChannel(type: number, own: Partial<ChannelTypeForm> = {}): ChannelTypeForm {
  const defaultBaseUrl = channelTypeInfo(type)?.defaultBaseUrl ?? "";
  const isRequired = channelTypeInfo(type)?.needsAddress === true;
  return {
    type,
    name: channelTypeName(type),
    AddressField: function PlainAddress({ form }: { form: ChannelForm }) {
      const { t } = useTranslation("channels");
      return (
        <AddressField
          form={form}
          required={isRequired}
          label={t("editor.baseUrl")}
          placeholder={
            defaultBaseUrl === ""
              ? "https://api.example.com"
              : t("editor.baseUrlPlaceholder", { address: defaultBaseUrl })
          }
          hint={t("editor.baseUrlHint")}
        />
      );
    },
    ...own,
  };
}
