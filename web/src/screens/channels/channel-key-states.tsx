import type { ChannelKeyState } from "@tollgate/contract/channel-health";
import { useTranslation } from "react-i18next";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { notify } from "../../components/toaster.ts";
import { formatShortly } from "../../lib/format-time.ts";
import { useChannelKeys, useReleaseKey } from "./use-channel-health.ts";

const TONES = { working: "green", cooling: "yellow", parked: "red" } as const;

/** How each key of a stored channel fares; one that is left alone can be used again at once. */
export function ChannelKeyStates({ id }: { id: number }) {
  const { t } = useTranslation("channelHealth");
  const { data: keys } = useChannelKeys(id);
  const { mutate: release, variables: releasing, isPending } = useReleaseKey(id);
  if (keys === undefined || (keys.length < 2 && keys.every(({ state }) => state === "working"))) return null;
  return (
    <ul
      aria-label={t("keys.title")}
      className="thin-scrollbar max-h-60 divide-y divide-line overflow-y-auto rounded-md border border-line"
    >
      {keys.map((key) => (
        <li key={key.number} className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5">
          <KeyState state={key} />
          {key.state !== "working" && (
            <Button
              size="sm"
              aria-label={t("keys.releaseOf", { number: key.number })}
              pending={isPending && releasing === key.number}
              onClick={() =>
                release(key.number, {
                  onSuccess: () => notify.success(t("keys.released", { number: key.number })),
                })
              }
            >
              {t("keys.release")}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

function KeyState({ state: { number, ending, state, away } }: { state: ChannelKeyState }) {
  const { t } = useTranslation("channelHealth");
  return (
    <>
      <span className="text-sm">{t("keys.name", { number })}</span>
      {ending !== "" && <span className="font-mono text-xs text-muted">…{ending}</span>}
      <Badge tone={TONES[state]}>{t(`keys.${state}`)}</Badge>
      <span className="min-w-0 flex-1 text-xs wrap-anywhere text-muted">
        {away !== null &&
          t("keys.until", { cause: t(`cause.${away.cause}`), time: formatShortly(away.until) })}
      </span>
    </>
  );
}
