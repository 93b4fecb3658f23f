import type { TFunction } from "i18next";
import { useMemo, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatWhole } from "@tollgate/contract/number-text";
import { Badge } from "../../components/badge.tsx";
import type { DataColumn } from "../../components/data-table/data-column.ts";
import { LetterAvatar } from "../../components/letter-avatar.tsx";
import { NameText } from "../../components/name-text.tsx";
import { QuotaText } from "../../components/quota-text.tsx";
import { StatusDot } from "../../components/status-dot.tsx";
import { formatDateTime } from "../../lib/format-time.ts";
import { isolated } from "../../lib/isolated-text.ts";
import { useSessionUser } from "../../session/session-user.ts";
import type { User } from "./use-users.ts";
import { isCancelled, maySeeFigures } from "./user-policy.ts";
import { UserRowActions, type UserActions } from "./user-row-actions.tsx";
import { roleView, userStatusView } from "./user-status.ts";

type Translate = TFunction<"users">;

/** The columns of the user list. `actions` must be stable. */
export function useUserColumns(actions: UserActions): DataColumn<User>[] {
  const { t } = useTranslation("users");
  const reader = useSessionUser();
  return useMemo(() => {
    const figure = (user: User, content: ReactNode) =>
      reader !== undefined && maySeeFigures(reader, user) ? content : <span className="text-muted">—</span>;
    return [
      { id: "name", header: t("column.name"), card: "title", cell: (user) => <UserName user={user} /> },
      { id: "role", header: t("column.role"), cell: (user) => <UserRole user={user} t={t} /> },
      { id: "status", header: t("column.status"), cell: (user) => <UserState user={user} t={t} /> },
      {
        id: "group",
        header: t("column.group"),
        cell: (user) => <Badge tone="outline">{user.group}</Badge>,
      },
      {
        id: "quota",
        header: t("column.quota"),
        align: "end",
        cell: (user) => figure(user, <QuotaText units={user.quota} className={owing(user)} />),
      },
      {
        id: "used",
        header: t("column.used"),
        align: "end",
        cell: (user) => figure(user, <QuotaText units={user.used_quota} />),
      },
      {
        id: "requests",
        header: t("column.requests"),
        align: "end",
        cell: (user) => figure(user, formatWhole(user.request_count)),
      },
      ...laterColumns(t, figure),
      {
        id: "actions",
        header: t("column.actions"),
        card: "actions",
        className: "w-px",
        cell: (user) => <UserRowActions user={user} actions={actions} />,
      },
    ];
  }, [t, reader, actions]);
}

/** Columns that are shown on demand. */
function laterColumns(
  t: Translate,
  figure: (user: User, content: ReactNode) => ReactNode,
): DataColumn<User>[] {
  const time = "whitespace-nowrap tabular-nums";
  return [
    {
      id: "invited",
      header: t("column.invited"),
      align: "end",
      isHiddenAtFirst: true,
      cell: (user) => figure(user, formatWhole(user.aff_count)),
    },
    {
      id: "earned",
      header: t("column.earned"),
      align: "end",
      isHiddenAtFirst: true,
      cell: (user) => figure(user, <QuotaText units={user.aff_history_quota} />),
    },
    {
      id: "created",
      header: t("column.created"),
      className: time,
      isHiddenAtFirst: true,
      cell: (user) => figure(user, formatDateTime(user.created_at)),
    },
    {
      id: "lastLogin",
      header: t("column.lastLogin"),
      className: time,
      isHiddenAtFirst: true,
      cell: (user) => figure(user, formatDateTime(user.last_login_at)),
    },
  ];
}

/** A balance below zero stands out. */
function owing(user: User): string {
  return user.quota < 0 ? "text-danger-text" : "";
}

function UserName({ user }: { user: User }) {
  const hasOtherName = user.display_name !== "" && user.display_name !== user.username;
  return (
    <div className="flex min-w-36 items-center gap-2.5">
      <LetterAvatar round name={user.username} muted={isCancelled(user)} />
      <div className="grid min-w-0 grid-cols-1">
        <NameText name={user.username} className="font-medium" />
        <div className="truncate text-xs text-muted">
          #{user.id}
          {hasOtherName && ` · ${isolated(user.display_name)}`}
        </div>
      </div>
    </div>
  );
}

function UserRole({ user, t }: { user: User; t: Translate }) {
  const { text, tone } = roleView(user.role);
  return <Badge tone={tone}>{t(`role.${text}`)}</Badge>;
}

function UserState({ user, t }: { user: User; t: Translate }) {
  const { text, tone } = userStatusView(user);
  return (
    <StatusDot
      tone={tone}
      reason={
        user.DeletedAt === null
          ? undefined
          : t("cancelledAt", { time: formatDateTime(Date.parse(user.DeletedAt) / 1000) })
      }
    >
      {t(`status.${text}`)}
    </StatusDot>
  );
}
