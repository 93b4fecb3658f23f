import { useTranslation } from "react-i18next";
import type { ChannelForm } from "../channel-form.ts";
import { OtherField } from "./other-field.tsx";
import { plainChannel } from "./plain-channel.tsx";

export const sparkChannel = plainChannel(18, {
  keyFormat: "APPID|APISecret|APIKey",
  ExtraFields: function SparkVersion({ form }: { form: ChannelForm }) {
    const { t } = useTranslation("channels");
    return (
      <OtherField
        form={form}
        label={t("editor.sparkVersion")}
        placeholder="v2.1"
        hint={t("editor.sparkVersionHint")}
      />
    );
  },
});
