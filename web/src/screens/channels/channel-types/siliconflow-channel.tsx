import { Trans, useTranslation } from "react-i18next";
import { plainChannel } from "./plain-channel.tsx";

const SIGN_UP_URL = "https://cloud.siliconflow.cn";

export const siliconflowChannel = plainChannel(40, {
  ExtraFields: function SiliconflowInvitation() {
    const { t } = useTranslation("channels");
    return (
      <p className="text-sm text-muted">
        <Trans
          t={t}
          i18nKey="editor.invitation"
          components={{
            vendor: (
              <a
                href={SIGN_UP_URL}
                target="_blank"
                rel="noreferrer"
                className="focus-ring rounded-sm text-accent-text underline underline-offset-4"
              />
            ),
          }}
        />
      </p>
    );
  },
});
