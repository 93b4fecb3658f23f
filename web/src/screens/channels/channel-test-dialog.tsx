import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { SearchInput } from "../../components/input.tsx";
import { Tooltip } from "../../components/tooltip.tsx";
import { runChannelTest, useRefreshChannels, type Channel } from "./use-channels.ts";

type TestResult =
  | { state: "running" }
  | { state: "passed"; seconds: number }
  | { state: "failed"; message: string };

/** Tests a channel model by model and keeps the results side by side. */
export function ChannelTestDialog({ channel, onClosed }: { channel: Channel; onClosed: () => void }) {
  const { t } = useTranslation("channels");
  const [filter, setFilter] = useState("");
  const { results, run } = useModelTests(channel.id);
  const models = channel.models.filter((model) => model.toLowerCase().includes(filter.trim().toLowerCase()));
  const isRunning = Object.values(results).some((result) => result.state === "running");
  const runAll = async () => {
    for (const model of models) await run(model);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClosed()}
      title={t("test.title")}
      description={t("test.description", { name: channel.name })}
      className="max-w-lg"
      footer={
        <>
          <Button onClick={onClosed}>{t("action.close", { ns: "common" })}</Button>
          <Button
            variant="primary"
            pending={isRunning}
            disabled={models.length === 0}
            onClick={() => void runAll()}
          >
            {t("test.all")}
          </Button>
        </>
      }
    >
      <SearchInput label={t("test.filter")} value={filter} onValueChange={setFilter} className="mb-2" />
      <ul aria-label={t("test.list")} className="divide-y divide-line">
        {models.map((model) => (
          <li key={model} className="flex min-h-10 items-center gap-3 py-1">
            <span className="min-w-0 flex-1 truncate font-mono text-xs">{model}</span>
            <TestOutcome result={results[model]} />
            <Button
              size="sm"
              aria-label={t("test.of", { model })}
              pending={results[model]?.state === "running"}
              onClick={() => void run(model)}
            >
              {t("test.run")}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function TestOutcome({ result }: { result: TestResult | undefined }) {
  const { t } = useTranslation("channels");
  if (result === undefined || result.state === "running") return null;
  if (result.state === "passed") {
    return <Badge tone="green">{t("test.ok", { time: result.seconds.toFixed(2) })}</Badge>;
  }
  return (
    <Tooltip content={result.message}>
      <button type="button" className="focus-ring rounded-full">
        <Badge tone="red">{t("test.failed")}</Badge>
      </button>
    </Tooltip>
  );
}

/** Test results by model. Failures stay here; they are no messages. */
function useModelTests(id: number) {
  const refresh = useRefreshChannels();
  const [results, setResults] = useState<Record<string, TestResult>>({});
  const run = async (model: string) => {
    const note = (result: TestResult) => setResults((before) => ({ ...before, [model]: result }));
    note({ state: "running" });
    try {
      note({ state: "passed", seconds: await runChannelTest({ id, model }) });
    } catch (error) {
      note({ state: "failed", message: error instanceof Error ? error.message : String(error) });
    }
    await refresh();
  };
  return { results, run };
}
