import { CHANNEL_TYPES, ChannelType } from "@tollgate/contract/channel-types";
import { useTranslation } from "react-i18next";
import type { ChannelForm } from "../channel-form.ts";
import { AddressField } from "./address-field.tsx";
import type { ChannelTypeForm } from "./channel-type-form.ts";

export const customChannel: ChannelTypeForm = {
  type: ChannelType.custom,
  name: CHANNEL_TYPES[ChannelType.custom].name,
  AddressField: function CustomAddress({ form }: { form: ChannelForm }) {
    const { t } = useTranslation("channels");
    return (
      <AddressField
        required
        form={form}
        label={t("editor.fullUrl")}
        placeholder={t("editor.fullUrlPlaceholder")}
        hint={t("editor.fullUrlHint")}
      />
    );
  },
};
