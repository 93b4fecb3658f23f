import { zodResolver } from "@hookform/resolvers/zod";
import { redeemCode } from "@tollgate/contract/wallet";
import { ExternalLink } from "lucide-react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { Alert } from "../../components/alert.tsx";
import { Button } from "../../components/button.tsx";
import { SectionCard } from "../../components/card.tsx";
import { FormField } from "../../components/form-field.tsx";
import { Input } from "../../components/input.tsx";
import { notify } from "../../components/toaster.ts";
import { useFormatQuota, useStatus } from "../../session/use-status.ts";
import { useRedeemCode } from "./use-wallet.ts";

const EMPTY = { key: "" };

/** Turns a code into quota, and says where codes are to be had. */
export function RedeemCard() {
  const { t } = useTranslation("wallet");
  const formatQuota = useFormatQuota();
  const { mutateAsync, data: added } = useRedeemCode();
  const form = useForm({ resolver: zodResolver(redeemCode.shapes.body), defaultValues: EMPTY });
  const submit = form.handleSubmit(async ({ key }) => {
    try {
      await mutateAsync(key);
    } catch {
      // The reason was shown where calls are made; the code stays to be corrected.
      return;
    }
    form.reset(EMPTY);
    notify.success(t("redeem.done"));
  });
  return (
    <SectionCard title={t("redeem.title")} description={t("redeem.description")}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <FormField control={form.control} name="key" label={t("redeem.code")}>
          {({ inputRef, ...binding }) => (
            <Input
              {...binding}
              ref={inputRef}
              placeholder={t("redeem.placeholder")}
              autoComplete="off"
              spellCheck={false}
              className="font-mono"
            />
          )}
        </FormField>
        {added !== undefined && (
          <Alert tone="success">{t("redeem.added", { amount: formatQuota(added) })}</Alert>
        )}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" pending={form.formState.isSubmitting}>
            {t("redeem.submit")}
          </Button>
          <GetCode />
        </div>
      </form>
    </SectionCard>
  );
}

/** Opens the place where the operator sells codes. */
function GetCode() {
  const { t } = useTranslation("wallet");
  const link = useStatus()?.top_up_link ?? "";
  const open = () => {
    if (/^https?:\/\//i.test(link)) window.open(link, "_blank", "noopener");
    else notify.error(t("redeem.noLink"));
  };
  return (
    <Button onClick={open}>
      <ExternalLink />
      {t("redeem.getCode")}
    </Button>
  );
}
