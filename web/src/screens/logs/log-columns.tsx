import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Badge } from "../../components/badge.tsx";
import { copyText } from "../../components/copy.tsx";
import type { DataColumn, RowSentence } from "../../components/data-table/data-column.ts";
import { NameText } from "../../components/name-text.tsx";
import { QuotaText } from "../../components/quota-text.tsx";
import { Tooltip } from "../../components/tooltip.tsx";
import { formatWhole } from "@tollgate/contract/number-text";
import { formatDateTime, formatRecent } from "../../lib/format-time.ts";
import { isUsage, logTypeView, readLogOther } from "./log-other.ts";
import { LogTiming } from "./log-timing.tsx";
import { LogUser } from "./log-user.tsx";
import type { Log } from "./use-logs.ts";
import { logText } from "./log-sentence.ts";

type Translate = TFunction<"logs">;

/** Top-ups, gifts and changes by administrators have no model and no tokens: they are told in words. */
export function useLogSentence(): RowSentence<Log> {
  const { t } = useTranslation("logs");
  return useMemo(
    () => ({
      of: (log) => (isUsage(log.type) ? undefined : logText(t, log.content)),
      keeps: ["time", "type", "channel", "user", "quota"],
    }),
    [t],
  );
}

/** The columns of the log list; admins also see who used which channel. */
export function useLogColumns(isAdmin: boolean): DataColumn<Log>[] {
  const { t } = useTranslation("logs");
  return useMemo(
    () => [
      {
        id: "time",
        header: t("column.time"),
        card: "title",
        className: "whitespace-nowrap tabular-nums",
        cell: (log) => <time title={formatDateTime(log.created_at)}>{formatRecent(log.created_at)}</time>,
      },
      { id: "type", header: t("column.type"), cell: (log) => <LogKind log={log} t={t} /> },
      ...(isAdmin ? adminColumns(t) : []),
      {
        id: "token",
        header: t("column.token"),
        cell: (log) => (log.token_name === "" ? "" : <LogName name={log.token_name} />),
      },
      {
        id: "model",
        header: t("column.model"),
        cell: (log) => (log.model_name === "" ? "" : <LogModel log={log} t={t} />),
      },
      {
        id: "group",
        header: t("column.group"),
        isHiddenAtFirst: true,
        cell: (log) => (log.group === "" ? "" : <LogName name={log.group} />),
      },
      {
        id: "timing",
        header: t("column.timing"),
        card: "double",
        cell: (log) => (isUsage(log.type) ? <LogTiming log={log} /> : ""),
      },
      ...usageColumns(t),
      {
        id: "content",
        header: t("column.content"),
        card: "wide",
        isWideOnly: true,
        className: "w-full max-w-0 min-w-20 truncate text-muted",
        cell: (log) => <span title={logText(t, log.content)}>{logText(t, log.content)}</span>,
      },
    ],
    [t, isAdmin],
  );
}

function adminColumns(t: Translate): DataColumn<Log>[] {
  return [
    {
      id: "channel",
      header: t("column.channel"),
      cell: (log) =>
        log.channel === 0 ? (
          ""
        ) : (
          <Tooltip content={log.channel_name === "" ? `#${log.channel}` : log.channel_name}>
            <button type="button" className="focus-ring rounded-full">
              <Badge tone="blue">#{log.channel}</Badge>
            </button>
          </Tooltip>
        ),
    },
    {
      id: "user",
      header: t("column.user"),
      cell: (log) => <LogUser log={log} />,
    },
  ];
}

function usageColumns(t: Translate): DataColumn<Log>[] {
  return [
    {
      id: "prompt",
      header: t("column.prompt"),
      align: "end",
      cell: (log) => (isUsage(log.type) ? formatWhole(log.prompt_tokens) : ""),
    },
    {
      id: "completion",
      header: t("column.completion"),
      align: "end",
      cell: (log) => (isUsage(log.type) ? formatWhole(log.completion_tokens) : ""),
    },
    {
      id: "quota",
      header: t("column.quota"),
      align: "end",
      isPinned: true,
      className: "font-medium",
      cell: (log) =>
        isUsage(log.type) || log.quota !== 0 ? <QuotaText units={log.quota} digits={6} exact /> : "",
    },
  ];
}

function LogKind({ log, t }: { log: Log; t: Translate }) {
  const { text, tone } = logTypeView(log.type);
  return <Badge tone={tone}>{t(`type.${text}`)}</Badge>;
}

/** A name in a badge, shorter where the table has little room. */
function LogName({ name }: { name: string }) {
  return (
    <Badge tone="outline">
      <NameText name={name} className="max-w-40 leading-4 sm:max-w-18 sm:@6xl:max-w-28 sm:@7xl:max-w-40" />
    </Badge>
  );
}

/** The model; a press copies its name. */
function LogModel({ log, t }: { log: Log; t: Translate }) {
  const other = readLogOther(log.other);
  const isMapped = other.is_model_mapped === true && other.upstream_model_name !== undefined;
  return (
    <Tooltip
      content={
        isMapped ? t("mapped", { model: other.upstream_model_name }) : t("action.copy", { ns: "common" })
      }
    >
      <button type="button" className="focus-ring rounded-full" onClick={() => void copyText(log.model_name)}>
        <Badge tone={isMapped ? "violet" : "neutral"}>
          <NameText name={log.model_name} className="max-w-44 leading-4 sm:max-w-30 sm:@6xl:max-w-44" />
          {isMapped && " →"}
        </Badge>
      </button>
    </Tooltip>
  );
}
