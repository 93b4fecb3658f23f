import type { DataOf } from "@tollgate/contract/endpoint";
import type { auditLedger } from "@tollgate/contract/ledger";
import { formatWhole } from "@tollgate/contract/number-text";
import { ShieldCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Alert } from "../../components/alert.tsx";
import { Button } from "../../components/button.tsx";
import { SectionCard } from "../../components/card.tsx";
import { CopyButton } from "../../components/copy.tsx";
import { formatSpan } from "../../lib/format-time.ts";
import { AuditChecks } from "./audit-checks.tsx";
import { useAudit, useElapsedSeconds } from "./use-audit.ts";

type AuditResult = DataOf<typeof auditLedger>;

/** Lets root prove the books, while the system runs, and says what came out. */
export function AuditCard() {
  const { t } = useTranslation("audit");
  const { mutate, data, error, isPending } = useAudit();
  return (
    <SectionCard
      title={t("title")}
      description={t("description")}
      actions={
        <Button pending={isPending} onClick={() => mutate()}>
          {!isPending && <ShieldCheck />}
          {isPending ? t("running") : t("run")}
        </Button>
      }
    >
      <div aria-live="polite">
        {isPending ? (
          <Running />
        ) : error !== null ? (
          <Alert tone="danger">{error.message}</Alert>
        ) : data === undefined ? (
          <p className="text-sm text-muted">{t("idle")}</p>
        ) : (
          <Result result={data} />
        )}
      </div>
    </SectionCard>
  );
}

function Running() {
  const { t } = useTranslation("audit");
  const seconds = useElapsedSeconds(true);
  return (
    <div className="flex flex-col gap-2">
      <div className="relative h-1 overflow-hidden rounded-full bg-pressed">
        <div className="h-full w-1/3 animate-slide rounded-full bg-accent" />
      </div>
      <p className="text-sm text-muted tabular-nums">
        {t("progress")}
        {/* Not read out: it changes every second. */}
        <span aria-hidden> {seconds > 0 && `${seconds} s`}</span>
      </p>
    </div>
  );
}

function Result({ result }: { result: AuditResult }) {
  return (
    <div className="flex flex-col gap-3">
      <Verdict result={result} />
      {result.notes.length > 0 && (
        <Alert tone="info">
          <Sentences sentences={result.notes} />
        </Alert>
      )}
      <AuditChecks checks={result.checks} />
    </div>
  );
}

function Verdict({ result }: { result: AuditResult }) {
  const { t } = useTranslation("audit");
  const archived = result.archived_entries;
  const extent = t(archived === 0 ? "extent" : "extentArchived", {
    accounts: formatWhole(result.accounts),
    entries: formatWhole(result.entries),
    archived: formatWhole(archived),
    duration: formatSpan(result.duration_ms),
  });
  if (result.ok) {
    return (
      <Alert tone="success">
        <p className="font-medium">{t("right")}</p>
        <p>{extent}</p>
      </Alert>
    );
  }
  return (
    <Alert tone="danger">
      <div className="flex items-start justify-between gap-3">
        <div>
          <p className="font-medium">{t("wrong", { count: result.differences.length })}</p>
          <p>{extent}</p>
        </div>
        <CopyButton text={result.differences.join("\n")} label={t("copy")} className="-my-1" />
      </div>
      <div className="mt-2 font-mono text-xs">
        <Sentences sentences={result.differences} />
      </div>
    </Alert>
  );
}

function Sentences({ sentences }: { sentences: readonly string[] }) {
  return (
    <ul className="flex list-disc flex-col gap-1 pl-4 wrap-anywhere">
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
