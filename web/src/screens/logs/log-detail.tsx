import type { LogOther } from "@tollgate/contract/logs";
import { useTranslation } from "react-i18next";
import { CopyButton } from "../../components/copy.tsx";
import { KeyValueList, type KeyValue } from "../../components/key-value-list.tsx";
import { formatWhole } from "../../lib/format-number.ts";
import { LogBilling } from "./log-billing.tsx";
import { isUsage, readLogOther } from "./log-other.ts";
import type { Log } from "./use-logs.ts";

/** What an opened log row shows: the facts of the call and how it was charged. */
export function LogDetail({ log }: { log: Log }) {
  const { t } = useTranslation("logs");
  const other = readLogOther(log.other);
  const facts = useFacts(log, other);
  return (
    <div className="flex w-full flex-col gap-x-12 gap-y-5 p-4 text-sm text-foreground sm:w-[min(64rem,calc(100vw-6rem))] sm:flex-row sm:py-4 sm:pl-14">
      <section className="min-w-0 flex-1">
        <h2 className="mb-2 text-xs font-semibold text-muted">{t("detail.title")}</h2>
        <KeyValueList items={facts} />
      </section>
      {isUsage(log.type) && (
        <section className="min-w-0 flex-1">
          <h2 className="mb-2 text-xs font-semibold text-muted">{t("billing.title")}</h2>
          <LogBilling log={log} other={other} />
        </section>
      )}
    </div>
  );
}

function useFacts(log: Log, other: LogOther): KeyValue[] {
  const { t } = useTranslation("logs");
  const tried = other.admin_info?.use_channel ?? [];
  const ending = other.stream_status;
  const facts: (KeyValue | false)[] = [
    tried.length > 0 && { label: t("detail.channelPath"), value: <ChannelPath tried={tried} /> },
    other.is_model_mapped === true && { label: t("detail.requestedModel"), value: log.model_name },
    other.is_model_mapped === true && { label: t("detail.actualModel"), value: other.upstream_model_name },
    other.reasoning_effort !== undefined && { label: t("detail.reasoning"), value: other.reasoning_effort },
    ending !== undefined && {
      label: t("detail.ending"),
      value: `${t(`ending.${ending.end_reason}`)}${ending.error === undefined ? "" : ` · ${ending.error}`}`,
    },
    other.status_code !== undefined && { label: t("detail.statusCode"), value: other.status_code },
    other.error_code !== undefined && { label: t("detail.errorCode"), value: other.error_code },
    log.content !== "" && { label: t("detail.content"), value: log.content },
    other.request_path !== undefined && { label: t("detail.path"), value: <code>{other.request_path}</code> },
    log.ip !== "" && { label: t("detail.ip"), value: log.ip },
    log.request_id !== "" && { label: t("detail.requestId"), value: <RequestId id={log.request_id} /> },
    other.pre_consumed_quota !== undefined && {
      label: t("detail.held"),
      value: formatWhole(other.pre_consumed_quota),
    },
    isUsage(log.type) && { label: t("detail.charged"), value: formatWhole(log.quota) },
    other.admin_info?.local_count_tokens === true && {
      label: t("column.prompt"),
      value: t("detail.localCount"),
    },
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
