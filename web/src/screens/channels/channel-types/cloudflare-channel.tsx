import { useTranslation } from "react-i18next";
import type { ChannelForm } from "../channel-form.ts";
import { OtherField } from "./other-field.tsx";
import { plainChannel } from "./plain-channel.tsx";

export const cloudflareChannel = plainChannel(39, {
  ExtraFields: function CloudflareAccount({ form }: { form: ChannelForm }) {
    const { t } = useTranslation("channels");
    return (
      <OtherField
        form={form}
        label={t("editor.accountId")}
        placeholder="d6b5da8hk1awo8nap34ube6gh"
        hint={t("editor.accountIdHint")}
        required
      />
    );
  },
});
