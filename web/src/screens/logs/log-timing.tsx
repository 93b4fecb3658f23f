import { useTranslation } from "react-i18next";
import { Badge } from "../../components/badge.tsx";
import { formatSpan } from "../../lib/format-time.ts";
import { answerTimeTone, firstTokenTone, readLogOther } from "./log-other.ts";
import type { Log } from "./use-logs.ts";

/** How long an answer took, and, for streams, its first token. */
export function LogTiming({ log }: { log: Log }) {
  const { t } = useTranslation("logs");
  const { frt } = readLogOther(log.other);
  const firstMs = typeof frt === "number" && frt > 0 ? frt : undefined;
  const useTime = log.use_time === 0 ? "< 1 s" : formatSpan(log.use_time * 1000);
  return (
    <span className="flex flex-wrap items-center gap-1 sm:flex-nowrap">
      <Badge tone={answerTimeTone(log.use_time)} title={t("useTime", { time: useTime })}>
        {useTime}
      </Badge>
      {log.is_stream && firstMs !== undefined && (
        <Badge tone={firstTokenTone(firstMs / 1000)} title={t("firstToken", { time: formatSpan(firstMs) })}>
          {formatSpan(firstMs)}
        </Badge>
      )}
      {/* Where a table has little room, the time to the first token, which only streams have, tells it. */}
      <Badge tone={log.is_stream ? "blue" : "violet"} className="sm:hidden sm:@6xl:inline-flex">
        {log.is_stream ? t("stream") : t("notStream")}
      </Badge>
    </span>
  );
}
