import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Alert } from "../../components/alert.tsx";
import { Button } from "../../components/button.tsx";
import { SectionCard } from "../../components/card.tsx";
import { confirm } from "../../components/confirm.ts";
import { CopyButton } from "../../components/copy.tsx";
import { FieldFrame } from "../../components/field-frame.tsx";
import { Input } from "../../components/input.tsx";
import { notify } from "../../components/toaster.ts";
import { writeClipboard } from "../../lib/clipboard.ts";
import { useNewAccessToken } from "./use-personal-settings.ts";

/** Generates the key for the console's API. It is shown once. */
export function AccessTokenCard() {
  const { t } = useTranslation("settings");
  const { mutateAsync, isPending } = useNewAccessToken();
  const [token, setToken] = useState<string>();
  const generate = async () => {
    const isSure = await confirm({
      title: t("accessToken.confirmTitle"),
      description: t("accessToken.confirmDescription"),
      confirmLabel: t("accessToken.generate"),
    });
    if (!isSure) return;
    const fresh = await mutateAsync().catch(() => undefined);
    if (fresh === undefined) return;
    setToken(fresh);
    // The token also stands in the card, so a clipboard that refuses needs no dialog.
    if (await writeClipboard(fresh)) notify.success(t("accessToken.done"));
  };
  return (
    <SectionCard title={t("accessToken.title")} description={t("accessToken.description")}>
      <div className="flex flex-col gap-4">
        {token !== undefined && (
          <>
            <Alert tone="warning">{t("accessToken.shownOnce")}</Alert>
            <FieldFrame
              label={t("accessToken.value")}
              actions={<CopyButton text={token} label={t("accessToken.copy")} />}
            >
              <Input
                readOnly
                value={token}
                className="font-mono text-xs"
                onFocus={(event) => event.currentTarget.select()}
              />
            </FieldFrame>
          </>
        )}
        <Button className="self-start" pending={isPending} onClick={() => void generate()}>
          {t("accessToken.generate")}
        </Button>
      </div>
    </SectionCard>
  );
}
