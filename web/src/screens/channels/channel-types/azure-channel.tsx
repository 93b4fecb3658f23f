import { CHANNEL_TYPES } from "@tollgate/contract/channel-types";
import { useTranslation } from "react-i18next";
import type { ChannelForm } from "../channel-form.ts";
import { AddressField } from "./address-field.tsx";
import { OtherField } from "./other-field.tsx";
import { plainChannel } from "./plain-channel.tsx";

const DEFAULT_VERSION = CHANNEL_TYPES[3].defaultOther;

export const azureChannel = plainChannel(3, {
  AddressField: function AzureAddress({ form }: { form: ChannelForm }) {
    const { t } = useTranslation("channels");
    return (
      <AddressField
        form={form}
        label={t("editor.azureEndpoint")}
        placeholder="https://my-resource.openai.azure.com"
        hint={t("editor.azureEndpointHint")}
        required
      />
    );
  },
  ExtraFields: function AzureVersion({ form }: { form: ChannelForm }) {
    const { t } = useTranslation("channels");
    return (
      <OtherField
        form={form}
        label={t("editor.azureVersion")}
        placeholder={DEFAULT_VERSION}
        hint={t("editor.azureVersionHint", { version: DEFAULT_VERSION })}
      />
    );
  },
});
