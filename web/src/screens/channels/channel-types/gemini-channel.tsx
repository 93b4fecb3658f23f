import { useTranslation } from "react-i18next";
import type { ChannelForm } from "../channel-form.ts";
import { OtherField } from "./other-field.tsx";
import { plainChannel } from "./plain-channel.tsx";

export const geminiChannel = plainChannel(24, {
  ExtraFields: function GeminiVersion({ form }: { form: ChannelForm }) {
    const { t } = useTranslation("channels");
    return (
      <OtherField
        form={form}
        label={t("editor.geminiVersion")}
        placeholder="v1beta"
        hint={t("editor.geminiVersionHint")}
      />
    );
  },
});
