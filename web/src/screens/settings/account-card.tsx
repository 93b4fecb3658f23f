import { formatWhole } from "@tollgate/contract/number-text";
import { Role } from "@tollgate/contract/roles";
import type { Self } from "@tollgate/contract/session";
import { useTranslation } from "react-i18next";
import { Badge } from "../../components/badge.tsx";
import { Card } from "../../components/card.tsx";
import { ErrorState } from "../../components/error-state.tsx";
import { LetterAvatar } from "../../components/letter-avatar.tsx";
import { NameText } from "../../components/name-text.tsx";
import { QuotaText } from "../../components/quota-text.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { useSelf } from "../../session/use-session.ts";

/** Who one is, and the figures of the account. */
export function AccountCard() {
  const { t } = useTranslation("settings");
  const { data: self, error, refetch } = useSelf();
  if (self === undefined && error !== null) {
    return (
      <Card>
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      </Card>
    );
  }
  return (
    <Card className="overflow-hidden">
      <section aria-label={t("account.title")}>
        <div className="flex items-center gap-3.5 p-5">
          <LetterAvatar
            round
            name={self?.username ?? " "}
            muted={self === undefined}
            className="size-11 text-base"
          />
          {self === undefined ? <Skeleton className="h-9 w-40" /> : <AccountName self={self} />}
        </div>
        <AccountFigures self={self} />
      </section>
    </Card>
  );
}

function AccountName({ self }: { self: Self }) {
  const { t } = useTranslation("settings");
  const role = self.role >= Role.root ? "root" : self.role >= Role.admin ? "admin" : "user";
  return (
    <div className="min-w-0">
      <NameText name={self.display_name || self.username} className="text-base font-semibold" />
      <p className="mt-1 flex flex-wrap items-center gap-1.5">
        <Badge tone={role === "user" ? "neutral" : "violet"}>{t(`account.role.${role}`)}</Badge>
        <Badge tone="outline">
          {t("account.id")} {self.id}
        </Badge>
        <Badge tone="outline">
          {t("account.group")} {self.group}
        </Badge>
      </p>
    </div>
  );
}

function AccountFigures({ self }: { self: Self | undefined }) {
  const { t } = useTranslation("settings");
  const figures = [
    { label: t("account.balance"), value: self && <QuotaText units={self.quota} /> },
    { label: t("account.used"), value: self && <QuotaText units={self.used_quota} /> },
    { label: t("account.requests"), value: self && formatWhole(self.request_count) },
  ];
  return (
    <dl className="grid border-t border-line max-sm:divide-y sm:grid-cols-3 sm:divide-x divide-line">
      {figures.map(({ label, value }) => (
        <div key={label} className="flex items-baseline justify-between gap-2 px-5 py-3.5 sm:block">
          <dt className="text-xs text-muted">{label}</dt>
          <dd className="text-xl font-semibold tracking-tight tabular-nums sm:mt-1">
            {value ?? <Skeleton className="my-1 h-5 w-24" />}
          </dd>
        </div>
      ))}
    </dl>
  );
}
