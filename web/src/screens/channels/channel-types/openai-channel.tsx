import { CHANNEL_TYPES, ChannelType } from "@tollgate/contract/channel-types";
import { useTranslation } from "react-i18next";
import { FormField } from "../../../components/form-field.tsx";
import { Input } from "../../../components/input.tsx";
import type { ChannelForm } from "../channel-form.ts";
import { AddressField } from "./address-field.tsx";
import type { ChannelTypeForm } from "./channel-type-form.ts";

const { name, defaultBaseUrl } = CHANNEL_TYPES[ChannelType.openai];

export const openaiChannel: ChannelTypeForm = {
  type: ChannelType.openai,
  name,
  AddressField: function OpenaiAddress({ form }: { form: ChannelForm }) {
    const { t } = useTranslation("channels");
    return (
      <AddressField
        form={form}
        label={t("editor.baseUrl")}
        placeholder={t("editor.baseUrlPlaceholder", { address: defaultBaseUrl })}
        hint={t("editor.baseUrlHint")}
      />
    );
  },
  ExtraFields: function OpenaiOrganization({ form }: { form: ChannelForm }) {
    const { t } = useTranslation("channels");
    return (
      <FormField
        control={form.control}
        name="openai_organization"
        label={t("editor.organization")}
        description={t("editor.organizationHint")}
      >
        {({ inputRef, ...binding }) => (
          <Input
            {...binding}
            ref={inputRef}
            placeholder={t("editor.organizationPlaceholder")}
            autoComplete="off"
          />
        )}
      </FormField>
    );
  },
};
