import { formatWhole } from "@tollgate/contract/number-text";
import type { Self } from "@tollgate/contract/session";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../components/button.tsx";
import { SectionCard } from "../../components/card.tsx";
import { CopyButton } from "../../components/copy.tsx";
import { FieldFrame } from "../../components/field-frame.tsx";
import { Input } from "../../components/input.tsx";
import { QuotaText } from "../../components/quota-text.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { useFormatQuota, useQuotaDisplay } from "../../session/use-status.ts";
import { useAffiliateCode } from "./use-wallet.ts";

const TransferDialog = lazy(async () => ({
  default: (await import("./transfer-dialog.tsx")).TransferDialog,
}));

/** The invitation link, what it earned, and how that becomes balance. */
export function InviteCard({ self }: { self: Self | undefined }) {
  const { t } = useTranslation("wallet");
  const formatQuota = useFormatQuota();
  const { quotaPerUnit: minimum } = useQuotaDisplay();
  const [isOpen, setOpen] = useState(false);
  const waiting = self?.aff_quota ?? 0;
  const figures = [
    { label: t("invite.waiting"), value: self && <QuotaText units={waiting} /> },
    { label: t("invite.earned"), value: self && <QuotaText units={self.aff_history_quota} /> },
    { label: t("invite.count"), value: self && formatWhole(self.aff_count) },
  ];
  return (
    <SectionCard title={t("invite.title")} description={t("invite.description")}>
      <div className="flex flex-col gap-4">
        <InviteLink />
        <dl className="flex flex-wrap gap-4">
          {figures.map(({ label, value }) => (
            <div key={label} className="min-w-[calc((100%-2rem)/3)]">
              <dt className="text-xs text-muted">{label}</dt>
              <dd className="mt-1 font-semibold tabular-nums">{value ?? <Skeleton className="w-14" />}</dd>
            </div>
          ))}
        </dl>
        <div className="flex flex-wrap items-center gap-3">
          <Button disabled={waiting < minimum} onClick={() => setOpen(true)}>
            {t("invite.transfer")}
          </Button>
          {waiting < minimum && (
            <p className="text-xs text-muted">{t("invite.nothing", { minimum: formatQuota(minimum) })}</p>
          )}
        </div>
      </div>
      {isOpen && (
        <Suspense>
          <TransferDialog available={waiting} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </SectionCard>
  );
}

function InviteLink() {
  const { t } = useTranslation("wallet");
  const { data: code, error } = useAffiliateCode();
  const link = code === undefined ? "" : `${location.origin}/register?aff=${encodeURIComponent(code)}`;
  return (
    <FieldFrame label={t("invite.link")} error={error?.message}>
      <div className="flex items-center gap-1">
        <Input
          readOnly
          value={link}
          onFocus={(event) => event.currentTarget.select()}
          className="font-mono text-xs"
        />
        {code !== undefined && <CopyButton text={link} label={t("invite.copyLink")} />}
      </div>
    </FieldFrame>
  );
}
