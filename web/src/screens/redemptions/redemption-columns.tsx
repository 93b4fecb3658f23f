import { NEVER_EXPIRES_CODE } from "@tollgate/contract/redemptions";
import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { DataColumn } from "../../components/data-table/data-column.ts";
import { NameText } from "../../components/name-text.tsx";
import { QuotaText } from "../../components/quota-text.tsx";
import { StatusDot } from "../../components/status-dot.tsx";
import { formatDateTime, formatRecent } from "../../lib/format-time.ts";
import { RedemptionCode } from "./redemption-code.tsx";
import { RedemptionRowActions, type RedemptionActions } from "./redemption-row-actions.tsx";
import { redemptionStatusView } from "./redemption-status.ts";
import type { Redemption } from "./use-redemptions.ts";

type Translate = TFunction<"redemptions">;

const TIME = "whitespace-nowrap tabular-nums";

/** The columns of the code list. `actions` must be stable. */
export function useRedemptionColumns(actions: RedemptionActions): DataColumn<Redemption>[] {
  const { t } = useTranslation("redemptions");
  return useMemo(
    () => [
      {
        id: "name",
        header: t("column.name"),
        card: "title",
        cell: (code) => (
          <div className="grid min-w-28 grid-cols-1">
            <NameText name={code.name} className="font-medium" />
            <div className="text-xs text-muted">#{code.id}</div>
          </div>
        ),
      },
      { id: "status", header: t("column.status"), cell: (code) => <CodeState code={code} t={t} /> },
      {
        id: "quota",
        header: t("column.quota"),
        align: "end",
        cell: (code) => <QuotaText units={code.quota} />,
      },
      { id: "code", header: t("column.code"), card: "wide", cell: (code) => <RedemptionCode code={code} /> },
      {
        id: "created",
        header: t("column.created"),
        className: TIME,
        cell: (code) => <Moment seconds={code.created_time} />,
      },
      {
        id: "expires",
        header: t("column.expires"),
        card: "double",
        className: TIME,
        cell: (code) =>
          code.expired_time === NEVER_EXPIRES_CODE ? (
            <span className="text-muted">{t("never")}</span>
          ) : (
            formatDateTime(code.expired_time)
          ),
      },
      {
        id: "redeemer",
        header: t("column.redeemer"),
        className: TIME,
        cell: (code) =>
          code.used_user_id === 0 ? (
            ""
          ) : (
            <div>
              #{code.used_user_id}
              <div className="text-xs text-muted">
                <Moment seconds={code.redeemed_time} />
              </div>
            </div>
          ),
      },
      {
        id: "actions",
        header: t("column.actions"),
        card: "actions",
        className: "w-px",
        cell: (code) => <RedemptionRowActions code={code} actions={actions} />,
      },
    ],
    [t, actions],
  );
}

function Moment({ seconds }: { seconds: number }) {
  return <time title={formatDateTime(seconds)}>{formatRecent(seconds)}</time>;
}

function CodeState({ code, t }: { code: Redemption; t: Translate }) {
  const { text, tone } = redemptionStatusView(code);
  return <StatusDot tone={tone}>{t(`status.${text}`)}</StatusDot>;
}
