import { NEVER_EXPIRES } from "@tollgate/contract/statuses";
import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Badge } from "../../components/badge.tsx";
import type { DataColumn } from "../../components/data-table/data-column.ts";
import { QuotaText } from "../../components/quota-text.tsx";
import { Progress } from "../../components/progress.tsx";
import { StatusDot } from "../../components/status-dot.tsx";
import { TagList } from "../../components/tag-list.tsx";
import { Tooltip } from "../../components/tooltip.tsx";
import { formatDateTime, nowSeconds } from "../../lib/format-time.ts";
import { TokenKey } from "./token-key.tsx";
import { TokenRowActions, type TokenActions } from "./token-row-actions.tsx";
import { tokenStatusView } from "./token-status.ts";
import type { Token } from "./use-tokens.ts";

type Translate = TFunction<"tokens">;

/** The columns of the token list. `actions` must be stable. */
export function useTokenColumns(actions: TokenActions): DataColumn<Token>[] {
  const { t } = useTranslation("tokens");
  return useMemo(
    () => [
      {
        id: "name",
        header: t("column.name"),
        card: "title",
        cell: (token) => <TokenName token={token} t={t} />,
      },
      { id: "status", header: t("column.status"), cell: (token) => <TokenState token={token} t={t} /> },
      {
        id: "group",
        header: t("column.group"),
        card: "double",
        cell: (token) =>
          token.group === "" ? (
            <span className="whitespace-nowrap text-muted">{t("ownGroup")}</span>
          ) : (
            <TagList items={[token.group]} />
          ),
      },
      { id: "key", header: t("column.key"), card: "wide", cell: (token) => <TokenKey token={token} /> },
      {
        id: "used",
        header: t("column.used"),
        align: "end",
        cell: (token) => <QuotaText units={token.used_quota} />,
      },
      {
        id: "remain",
        header: t("column.remain"),
        align: "end",
        cell: (token) =>
          token.unlimited_quota ? (
            <Badge tone="outline">{t("unlimited")}</Badge>
          ) : (
            <RemainingQuota token={token} t={t} />
          ),
      },
      {
        id: "expires",
        header: t("column.expires"),
        className: "tabular-nums",
        cell: (token) => <Expiry token={token} t={t} />,
      },
      {
        id: "created",
        header: t("column.created"),
        className: "whitespace-nowrap tabular-nums",
        isHiddenAtFirst: true,
        cell: (token) => formatDateTime(token.created_time),
      },
      {
        id: "accessed",
        header: t("column.accessed"),
        className: "whitespace-nowrap tabular-nums",
        isHiddenAtFirst: true,
        cell: (token) => (token.accessed_time === 0 ? t("neverUsed") : formatDateTime(token.accessed_time)),
      },
      {
        id: "actions",
        header: t("column.actions"),
        card: "actions",
        className: "w-px",
        cell: (token) => <TokenRowActions token={token} actions={actions} />,
      },
    ],
    [t, actions],
  );
}

function TokenName({ token, t }: { token: Token; t: Translate }) {
  const limits = token.model_limits_enabled ? token.model_limits : [];
  return (
    <div className="flex min-w-32 flex-wrap items-center gap-x-2 gap-y-1">
      <bdi className="font-medium wrap-anywhere">{token.name}</bdi>
      {limits.length > 0 && (
        <Tooltip content={t("limitedTip", { models: limits.join(", ") })}>
          <button type="button" className="focus-ring rounded-full">
            <Badge tone="violet">{t("limited")}</Badge>
          </button>
        </Tooltip>
      )}
      {token.allow_ips.length > 0 && (
        <Tooltip content={token.allow_ips.join(", ")}>
          <button type="button" className="focus-ring rounded-full">
            <Badge tone="cyan">{t("addressLimited")}</Badge>
          </button>
        </Tooltip>
      )}
    </div>
  );
}

function TokenState({ token, t }: { token: Token; t: Translate }) {
  const { text, tone } = tokenStatusView(token.status);
  return <StatusDot tone={tone}>{t(`status.${text}`)}</StatusDot>;
}

function RemainingQuota({ token, t }: { token: Token; t: Translate }) {
  const whole = token.remain_quota + token.used_quota;
  const percent = whole <= 0 ? 100 : Math.round((token.used_quota / whole) * 100);
  return (
    <div className="inline-block min-w-16">
      <QuotaText units={token.remain_quota} />
      <Progress
        value={percent}
        label={t("usedShare", { percent })}
        tone={percent >= 100 ? "red" : percent >= 80 ? "yellow" : "accent"}
        className="mt-1"
      />
    </div>
  );
}

function Expiry({ token, t }: { token: Token; t: Translate }) {
  if (token.expired_time === NEVER_EXPIRES) return <span className="text-muted">{t("never")}</span>;
  const isOver = token.expired_time <= nowSeconds();
  return <span className={isOver ? "text-danger-text" : ""}>{formatDateTime(token.expired_time)}</span>;
}
