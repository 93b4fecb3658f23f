import { useTranslation } from "react-i18next";
import type { ChannelForm } from "../channel-form.ts";
import { AddressField } from "./address-field.tsx";
import { plainChannel } from "./plain-channel.tsx";

export const fastgptChannel = plainChannel(22, {
  AddressField: function FastgptAddress({ form }: { form: ChannelForm }) {
    const { t } = useTranslation("channels");
    return (
      <AddressField
        form={form}
        label={t("editor.privateAddress")}
        placeholder="https://fastgpt.run/api/openapi"
        hint={t("editor.privateAddressHint")}
      />
    );
  },
  keyFormat: "APIKey-AppId",
});
