import { useTranslation } from "react-i18next";
import type { ChannelForm } from "../channel-form.ts";
import { OtherField } from "./other-field.tsx";
import { plainChannel } from "./plain-channel.tsx";

export const libraryChannel = plainChannel(21, {
  ExtraFields: function LibraryId({ form }: { form: ChannelForm }) {
    const { t } = useTranslation("channels");
    return (
      <OtherField
        form={form}
        label={t("editor.libraryId")}
        placeholder="123456"
        hint={t("editor.libraryIdHint")}
        required
      />
    );
  },
});
