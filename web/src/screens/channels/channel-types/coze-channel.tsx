import { useTranslation } from "react-i18next";
import type { ChannelForm } from "../channel-form.ts";
import { OtherField } from "./other-field.tsx";
import { plainChannel } from "./plain-channel.tsx";

export const cozeChannel = plainChannel(49, {
  ExtraFields: function CozeBot({ form }: { form: ChannelForm }) {
    const { t } = useTranslation("channels");
    return (
      <OtherField
        form={form}
        label={t("editor.botId")}
        placeholder="7342866812345"
        hint={t("editor.botIdHint")}
        required
      />
    );
  },
});
