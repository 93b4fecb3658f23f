import { useTranslation } from "react-i18next";
import { PresetButtons } from "../../../components/preset-buttons.tsx";
import type { ChannelForm } from "../channel-form.ts";
import { REGION_TEMPLATE } from "../channel-templates.ts";
import { OtherField } from "./other-field.tsx";
import { plainChannel } from "./plain-channel.tsx";

export const vertexChannel = plainChannel(41, {
  ExtraFields: function VertexRegion({ form }: { form: ChannelForm }) {
    const { t } = useTranslation("channels");
    return (
      <OtherField
        required
        isLong
        form={form}
        label={t("editor.region")}
        placeholder={REGION_TEMPLATE}
        hint={t("editor.regionHint")}
        actions={
          <PresetButtons
            label={`${t("editor.template")}: ${t("editor.region")}`}
            presets={[{ label: t("editor.template"), value: REGION_TEMPLATE }]}
            onPick={(text) => form.setValue("other", text, { shouldDirty: true, shouldValidate: true })}
          />
        }
      />
    );
  },
});
