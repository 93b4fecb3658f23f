import { Role } from "@tollgate/contract/roles";
import type { ChargeExplanation, LogOther } from "@tollgate/contract/logs";
import { useTranslation } from "react-i18next";
import { CopyButton } from "../../components/copy.tsx";
import { KeyValueList, type KeyValue } from "../../components/key-value-list.tsx";
import { useSessionUser } from "../../session/session-user.ts";
import { ChargeAttempts, type Attempt } from "./charge-attempts.tsx";
import { ChargeSection } from "./charge-section.tsx";
import { endingName } from "./charge-words.ts";
import { isUncharged, isUsage, readLogOther } from "./log-other.ts";
import { useExplanation } from "./use-explanation.ts";
import type { Log } from "./use-logs.ts";
import { logText } from "./log-sentence.ts";

/** What an opened log row shows: the facts of the call, who was tried, and how it was charged. */
export function LogDetail({ log }: { log: Log }) {
  const { t } = useTranslation("logs");
  const isAdmin = (useSessionUser()?.role ?? Role.guest) >= Role.admin;
  const other = readLogOther(log.other);
  const explanation = useExplanation(log.id, isAdmin, isUsage(log.type) && !isUncharged(log));
  const attempts = attemptsOf(explanation.data, other);
  const facts = useFacts(log, other, explanation.data, attempts.length > 0);
  return (
    <div className="flex w-full flex-col gap-x-10 gap-y-5 p-4 text-sm text-foreground sm:w-[min(68rem,100cqw)] sm:flex-row sm:py-4 sm:pl-14">
      <div className="flex min-w-0 flex-1 flex-col gap-5">
        <section>
          <h2 className="mb-2 text-xs font-semibold text-muted">{t("detail.title")}</h2>
          <KeyValueList items={facts} />
        </section>
        {attempts.length > 0 && (
          <section>
            <h2 className="mb-2 text-xs font-semibold text-muted">{t("attempt.title")}</h2>
            <ChargeAttempts attempts={attempts} chargedQuota={log.quota} />
          </section>
        )}
      </div>
      {isUsage(log.type) && <ChargeSection log={log} explanation={explanation} />}
    </div>
  );
}

/** With channel names where the charge was explained; otherwise what the row itself holds. */
function attemptsOf(charge: ChargeExplanation | undefined, other: LogOther): readonly Attempt[] {
  return charge?.attempts ?? other.admin_info?.attempts ?? [];
}

function useFacts(
  log: Log,
  other: LogOther,
  charge: ChargeExplanation | undefined,
  hasAttempts: boolean,
): KeyValue[] {
  const { t } = useTranslation("logs");
  const tried = other.admin_info?.use_channel ?? [];
  const ending = other.stream_status?.end_reason ?? charge?.end_reason ?? "";
  const endingError = other.stream_status?.error;
  const facts: (KeyValue | false)[] = [
    tried.length > 0 &&
      !hasAttempts && { label: t("detail.channelPath"), value: <ChannelPath tried={tried} /> },
    other.is_model_mapped === true && { label: t("detail.requestedModel"), value: log.model_name },
    other.is_model_mapped === true && { label: t("detail.actualModel"), value: other.upstream_model_name },
    log.group !== "" && { label: t("column.group"), value: log.group },
    other.reasoning_effort !== undefined && { label: t("detail.reasoning"), value: other.reasoning_effort },
    ending !== "" && {
      label: t("detail.ending"),
      value: `${endingName(t, ending)}${endingError === undefined ? "" : ` · ${endingError}`}`,
    },
    other.status_code !== undefined && { label: t("detail.statusCode"), value: other.status_code },
    other.error_code !== undefined && { label: t("detail.errorCode"), value: other.error_code },
    log.content !== "" && { label: t("detail.content"), value: logText(t, log.content) },
    other.request_path !== undefined && { label: t("detail.path"), value: <code>{other.request_path}</code> },
    log.ip !== "" && { label: t("detail.ip"), value: log.ip },
    log.request_id !== "" && { label: t("detail.requestId"), value: <RequestId id={log.request_id} /> },
  ];
  return facts.filter((fact) => fact !== false);
}

/** The channels that were tried, in order. */
function ChannelPath({ tried }: { tried: number[] }) {
  const { t } = useTranslation("logs");
  return (
    <>
      {tried.map((id) => `#${id}`).join(" → ")}
      {tried.length > 1 && (
        <span className="ml-2 text-muted">{t("detail.retries", { count: tried.length })}</span>
      )}
    </>
  );
}

function RequestId({ id }: { id: string }) {
  const { t } = useTranslation("logs");
  return (
    <span className="inline-flex items-center gap-1">
      <code className="font-mono text-xs">{id}</code>
      <CopyButton text={id} label={t("detail.copyRequestId")} className="-my-1" />
    </span>
  );
}
