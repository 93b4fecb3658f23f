import { formatWhole } from "@tollgate/contract/number-text";
import { useTranslation } from "react-i18next";
import { KeyValueList } from "../../components/key-value-list.tsx";
import { LetterAvatar } from "../../components/letter-avatar.tsx";
import { NameText } from "../../components/name-text.tsx";
import { Popover } from "../../components/popover.tsx";
import { QuotaText } from "../../components/quota-text.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { useLogUser } from "./use-log-user.ts";
import type { Log } from "./use-logs.ts";

/** Whose row it is; a press on the avatar tells more. */
export function LogUser({ log }: { log: Log }) {
  const { t } = useTranslation("logs");
  return (
    <span className="flex items-center gap-1.5 whitespace-nowrap">
      <Popover
        label={t("user.title")}
        className="w-64"
        trigger={
          <button
            type="button"
            aria-label={t("user.open", { name: log.username })}
            className="focus-ring rounded-full"
          >
            <LetterAvatar round name={log.username} className="size-5 text-[0.625rem]" />
          </button>
        }
      >
        <UserFacts log={log} />
      </Popover>
      <NameText name={log.username} className="max-w-28" />
    </span>
  );
}

function UserFacts({ log }: { log: Log }) {
  const { t } = useTranslation("logs");
  const { data: user, error } = useLogUser(log.user_id);
  const name = user?.display_name || user?.username || log.username;
  return (
    <div className="flex flex-col gap-3 text-sm">
      <div className="flex items-center gap-2">
        <LetterAvatar round name={log.username} />
        <div className="min-w-0">
          <NameText name={name} className="font-medium" />
          <p className="text-xs text-muted">
            #{log.user_id} · {user?.username ?? log.username}
          </p>
        </div>
      </div>
      {error !== null ? (
        <p className="text-muted" role="alert">
          {error.message}
        </p>
      ) : (
        <KeyValueList
          items={[
            { label: t("user.group"), value: user?.group ?? <Skeleton className="w-20" /> },
            {
              label: t("user.balance"),
              value: user ? (
                <QuotaText units={user.quota} {...(user.quota < 0 && { className: "text-danger-text" })} />
              ) : (
                <Skeleton className="w-20" />
              ),
            },
            {
              label: t("user.used"),
              value: user ? <QuotaText units={user.used_quota} /> : <Skeleton className="w-20" />,
            },
            {
              label: t("user.requests"),
              value: user ? formatWhole(user.request_count) : <Skeleton className="w-20" />,
            },
          ]}
        />
      )}
    </div>
  );
}
