import { errorText } from "@tollgate/contract/errors";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { FieldFrame } from "../../components/field-frame.tsx";
import { Input } from "../../components/input.tsx";
import { currentLanguage } from "../../i18n/i18n.ts";
import type { ChannelForm } from "./channel-form.ts";
import { settingIn, withSettingField } from "./channel-templates.ts";

const FIELD = "proxy";
const PROBLEM = "channel.setting-proxy-invalid";

/** The proxy that all calls of the channel go through. It stands in the extra settings. */
export function ChannelProxyField({ form }: { form: ChannelForm }) {
  const { t } = useTranslation("channels");
  const proxy = settingIn(useWatch({ control: form.control, name: "setting" }), FIELD);
  const isWrong = form.formState.errors.setting?.message === PROBLEM;
  return (
    <FieldFrame
      label={t("editor.proxy")}
      description={t("editor.proxyHint")}
      error={isWrong ? errorText(PROBLEM, currentLanguage()) : undefined}
    >
      <Input
        value={typeof proxy === "string" ? proxy : ""}
        onValueChange={(next) =>
          form.setValue(
            "setting",
            withSettingField(form.getValues("setting"), FIELD, next.trim() === "" ? undefined : next.trim()),
            { shouldDirty: true, shouldValidate: isWrong },
          )
        }
        placeholder="socks5://user:password@proxy.example.com:1080"
        spellCheck={false}
        autoComplete="off"
      />
    </FieldFrame>
  );
}
