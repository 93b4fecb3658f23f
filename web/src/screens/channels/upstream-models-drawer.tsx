import type { ModelListDifference } from "@tollgate/contract/upstream-models";
import { ListChecks } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../components/button.tsx";
import { Drawer, DrawerBody, DrawerClose, DrawerFooter } from "../../components/drawer.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { ErrorState } from "../../components/error-state.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { notify } from "../../components/toaster.ts";
import { formatDateTime } from "../../lib/format-time.ts";
import { ModelChoices } from "./model-choices.tsx";
import type { Channel } from "./use-channels.ts";
import {
  useApplyModels,
  useDetectModels,
  useModelDifference,
  type ModelDecision,
} from "./use-upstream-models.ts";

const NONE: ReadonlySet<string> = new Set();
const NOTHING: ModelDecision = { add_models: [], remove_models: [], ignore_models: [] };

/** How the vendor's list of models differs from what the channel serves, to accept or to ignore. */
export function UpstreamModelsDrawer({ channel, onClosed }: { channel: Channel; onClosed: () => void }) {
  const { t } = useTranslation("upstreamModels");
  const { data, error, refetch } = useModelDifference(channel.id);
  const { mutate, isPending } = useApplyModels(channel.id);
  const [picked, setPicked] = useState(NONE);
  const decide = (decision: Partial<ModelDecision>, done: string) =>
    mutate(
      { ...NOTHING, ...decision },
      {
        onSuccess() {
          notify.success(done);
          setPicked(NONE);
        },
      },
    );
  return (
    <Drawer title={t("title")} description={`#${channel.id} · ${channel.name}`} onClosed={onClosed}>
      {() => (
        <>
          <DrawerBody>
            {error !== null ? (
              <ErrorState message={error.message} onRetry={() => void refetch()} />
            ) : data === undefined ? (
              <Skeleton className="h-24" />
            ) : (
              <Difference id={channel.id} difference={data} picked={picked} onPick={setPicked} />
            )}
          </DrawerBody>
          <DrawerFooter>
            <DrawerClose>{t("action.close", { ns: "common" })}</DrawerClose>
            {data !== undefined && data.added.length + data.gone.length > 0 && (
              <Decisions difference={data} picked={picked} isPending={isPending} onDecide={decide} />
            )}
          </DrawerFooter>
        </>
      )}
    </Drawer>
  );
}

interface DifferenceProps {
  id: number;
  difference: ModelListDifference;
  picked: ReadonlySet<string>;
  onPick: (picked: ReadonlySet<string>) => void;
}

function Difference({ id, difference, picked, onPick }: DifferenceProps) {
  const { t } = useTranslation("upstreamModels");
  const { mutate: detect, isPending } = useDetectModels(id);
  const { checked_at: checkedAt, added, gone } = difference;
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="text-sm text-muted tabular-nums">
          {checkedAt === 0 ? t("neverChecked") : t("checkedAt", { time: formatDateTime(checkedAt) })}
        </span>
        <Button size="sm" pending={isPending} onClick={() => detect(undefined)}>
          {t("check")}
        </Button>
      </div>
      {added.length + gone.length === 0 && (
        <EmptyState icon={ListChecks} title={t("noneTitle")} description={t("noneDescription")} />
      )}
      {added.length > 0 && (
        <ModelChoices
          label={t("added")}
          allText={(count) => t("allOf", { title: t("added"), count })}
          names={added}
          picked={picked}
          onPick={onPick}
        />
      )}
      {gone.length > 0 && (
        <ModelChoices
          label={t("gone")}
          allText={(count) => t("allOf", { title: t("gone"), count })}
          hint={t("goneHint")}
          names={gone}
          picked={picked}
          onPick={onPick}
        />
      )}
    </div>
  );
}

interface DecisionsProps {
  difference: ModelListDifference;
  /** None stands for all. */
  picked: ReadonlySet<string>;
  isPending: boolean;
  onDecide: (decision: Partial<ModelDecision>, done: string) => void;
}

function Decisions({ difference, picked, isPending, onDecide }: DecisionsProps) {
  const { t } = useTranslation("upstreamModels");
  const isAll = picked.size === 0;
  const meant = (names: readonly string[]) => names.filter((name) => isAll || picked.has(name));
  const added = meant(difference.added);
  const gone = meant(difference.gone);
  const figures = { added: added.length, gone: gone.length };
  return (
    <>
      <Button
        disabled={isPending}
        onClick={() => onDecide({ ignore_models: [...added, ...gone] }, t("ignored"))}
      >
        {isAll ? t("ignoreAll") : t("ignoreChosen")}
      </Button>
      <Button
        variant="primary"
        disabled={isPending}
        onClick={() => onDecide({ add_models: added, remove_models: gone }, t("accepted"))}
      >
        {isAll ? t("acceptAll", figures) : t("acceptChosen", figures)}
      </Button>
    </>
  );
}
