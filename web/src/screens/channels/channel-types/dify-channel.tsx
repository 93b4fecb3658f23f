import { useTranslation } from "react-i18next";
import type { ChannelForm } from "../channel-form.ts";
import { OtherField } from "./other-field.tsx";
import { plainChannel } from "./plain-channel.tsx";

export const difyChannel = plainChannel(37, {
  ExtraFields: function DifyApp({ form }: { form: ChannelForm }) {
    const { t } = useTranslation("channels");
    return (
      <OtherField form={form} label={t("editor.difyApp")} placeholder="chat" hint={t("editor.difyAppHint")} />
    );
  },
});
