import { useTranslation } from "react-i18next";
import type { ChannelForm } from "../channel-form.ts";
import { AddressField } from "./address-field.tsx";
import { plainChannel } from "./plain-channel.tsx";

export const sunoChannel = plainChannel(36, {
  AddressField: function SunoAddress({ form }: { form: ChannelForm }) {
    const { t } = useTranslation("channels");
    return (
      <AddressField
        form={form}
        label={t("editor.sunoAddress")}
        placeholder="https://suno.example.com"
        hint={t("editor.sunoAddressHint")}
        required
      />
    );
  },
});
