import { ChannelType } from "@tollgate/contract/channel-types";
import { useTranslation } from "react-i18next";
import { FormField } from "../../../components/form-field.tsx";
import { Input } from "../../../components/input.tsx";
import type { ChannelForm } from "../channel-form.ts";
import { plainChannel } from "./plain-channel.tsx";

export const openaiChannel = plainChannel(ChannelType.openai, {
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
});
