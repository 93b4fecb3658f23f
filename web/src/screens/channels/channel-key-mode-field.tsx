import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { FieldFrame } from "../../components/field-frame.tsx";
import { Select } from "../../components/select.tsx";
import type { ChannelForm } from "./channel-form.ts";
import { KEY_MODES, keyModeOf, settingWithKeyMode } from "./channel-key-mode.ts";

const TEXTS = { "": "keyModeSingle", random: "keyModeRandom", polling: "keyModePolling" } as const;

/** Whether the channel has one key or several, and how these take turns. */
export function ChannelKeyModeField({ form }: { form: ChannelForm }) {
  const { t } = useTranslation("channels");
  const mode = keyModeOf(useWatch({ control: form.control, name: "setting" }));
  return (
    <FieldFrame label={t("editor.keyMode")} description={mode === "" ? undefined : t("editor.keyModeHint")}>
      <Select
        value={mode}
        onValueChange={(next) =>
          form.setValue("setting", settingWithKeyMode(form.getValues("setting"), next), { shouldDirty: true })
        }
        options={KEY_MODES.map((value) => ({ value, label: t(`editor.${TEXTS[value]}`) }))}
      />
    </FieldFrame>
  );
}
