import { ChannelType } from "@tollgate/contract/channel-types";
import { useTranslation } from "react-i18next";
import type { ChannelForm } from "../channel-form.ts";
import { AddressField } from "./address-field.tsx";
import { plainChannel } from "./plain-channel.tsx";

export const customChannel = plainChannel(ChannelType.custom, {
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
});
