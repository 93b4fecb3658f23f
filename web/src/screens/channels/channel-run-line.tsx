import type { TFunction } from "i18next";
import { X } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../components/button.tsx";
import { IconButton } from "../../components/icon-button.tsx";
import { Popover } from "../../components/popover.tsx";
import { Progress } from "../../components/progress.tsx";
import type { ChannelRun, RunKind } from "./use-channel-runs.ts";

interface ChannelRunLineProps {
  kind: RunKind;
  run: ChannelRun | undefined;
  onCancel: () => void;
}

/** How far a run over all channels is, and what came of one that ended while somebody watched. */
export function ChannelRunLine({ kind, run, onCancel }: ChannelRunLineProps) {
  const { t } = useTranslation("channels");
  /** When the run that is watched began; 0 = none. */
  const [watched, setWatched] = useState(0);
  if (run?.running === true && watched !== run.started_at) setWatched(run.started_at);
  if (run === undefined || run.started_at === 0 || watched !== run.started_at) return null;
  const { running, done, total } = run;
  const progress = total === 0 ? 100 : (done / total) * 100;
  return (
    <div
      role="status"
      className="mb-3 flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-line bg-surface px-4 py-2.5 text-sm shadow-card"
    >
      <span className="tabular-nums">
        {running ? t(`run.${kind}.running`, { done, total }) : runSummary(t, kind, run)}
      </span>
      {running && <Progress value={progress} label={t(`run.${kind}.progress`)} className="w-40 flex-1" />}
      {run.failures.length > 0 && <RunFailures run={run} />}
      <span className="ml-auto">
        {running ? (
          <Button size="sm" onClick={onCancel}>
            {t("run.cancel")}
          </Button>
        ) : (
          <IconButton size="iconSm" label={t("run.dismiss")} onClick={() => setWatched(0)}>
            <X />
          </IconButton>
        )}
      </span>
    </div>
  );
}

/** What came of a run, in one sentence. */
function runSummary(t: TFunction<"channels">, kind: RunKind, run: ChannelRun): string {
  const { done, total } = run;
  const parts = [t(run.cancelled ? `run.${kind}.cancelled` : `run.${kind}.done`, { done, total })];
  if (run.failed > 0) parts.push(t("run.failed", { count: run.failed }));
  if (run.switched_off > 0) parts.push(t("run.switchedOff", { count: run.switched_off }));
  if (run.switched_on > 0) parts.push(t("run.switchedOn", { count: run.switched_on }));
  return parts.join(t("run.separator"));
}

function RunFailures({ run }: { run: ChannelRun }) {
  const { t } = useTranslation("channels");
  return (
    <Popover
      label={t("run.failures")}
      className="thin-scrollbar max-h-80 w-[min(28rem,calc(100vw-2rem))] overflow-y-auto"
      trigger={
        <Button variant="link" size="inline">
          {t("run.showFailures")}
        </Button>
      }
    >
      <ul className="flex flex-col gap-2 text-sm">
        {run.failures.map(({ id, name, message }) => (
          <li key={id}>
            <div className="font-medium">
              {name} <span className="text-xs font-normal text-muted">#{id}</span>
            </div>
            <div className="text-xs wrap-anywhere text-muted">{message}</div>
          </li>
        ))}
      </ul>
    </Popover>
  );
}
