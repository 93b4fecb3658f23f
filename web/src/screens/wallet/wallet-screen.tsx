import { useTranslation } from "react-i18next";
import { ErrorState } from "../../components/error-state.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { useSelf } from "../../session/use-session.ts";
import { BalanceCard } from "./balance-card.tsx";
import { InviteCard } from "./invite-card.tsx";
import { RedeemCard } from "./redeem-card.tsx";

/** One's own money: what is there, and how it grows. */
export function WalletScreen() {
  const { t } = useTranslation("wallet");
  const { data: self, error, refetch } = useSelf();
  return (
    <div className="mx-auto w-full max-w-5xl pb-4">
      <PageHeader title={t("title")} />
      {self === undefined && error !== null ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : (
        <div className="flex flex-col gap-4">
          <BalanceCard self={self} />
          <div className="grid items-start gap-4 lg:grid-cols-2">
            <RedeemCard />
            <InviteCard self={self} />
          </div>
        </div>
      )}
    </div>
  );
}
