import { useTranslation } from "react-i18next";
import { Badge } from "../../components/badge.tsx";
import { formatSeconds } from "../../lib/format-time.ts";
import { answerTimeTone, firstTokenTone, readLogOther } from "./log-other.ts";
import type { Log } from "./use-logs.ts";

/** How long an answer took, and, for streams, its first token. */
export function LogTiming({ log }: { log: Log }) {
  const { t } = useTranslation("logs");
  const { frt } = readLogOther(log.other);
  const firstSeconds = typeof frt === "number" && frt > 0 ? frt / 1000 : undefined;
  const useTime = formatSeconds(log.use_time);
  return (
    <span className="flex flex-wrap items-center gap-1 sm:flex-nowrap">
      <Badge tone={answerTimeTone(log.use_time)} title={t("useTime", { time: useTime })}>
        {useTime}
      </Badge>
      {log.is_stream && firstSeconds !== undefined && (
        <Badge
          tone={firstTokenTone(firstSeconds)}
          title={t("firstToken", { time: formatSeconds(firstSeconds) })}
        >
          {formatSeconds(firstSeconds)}
        </Badge>
      )}
      <Badge tone={log.is_stream ? "blue" : "violet"}>{log.is_stream ? t("stream") : t("notStream")}</Badge>
    </span>
  );
}
