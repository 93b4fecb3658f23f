import { useTranslation } from "react-i18next";
import type { ChannelForm } from "../channel-form.ts";
import { OtherField } from "./other-field.tsx";
import { plainChannel } from "./plain-channel.tsx";

export const qwenChannel = plainChannel(17, {
  ExtraFields: function QwenPlugin({ form }: { form: ChannelForm }) {
    const { t } = useTranslation("channels");
    return (
      <OtherField
        form={form}
        label={t("editor.plugin")}
        placeholder={'{"calculator":{}}'}
        hint={t("editor.pluginHint")}
      />
    );
  },
});
