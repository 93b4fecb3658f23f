import { useTranslation } from "react-i18next";
import { Badge } from "../../components/badge.tsx";
import { useModelDifferenceCount } from "./use-upstream-models.ts";
import type { Channel } from "./use-channels.ts";

interface UpstreamModelsMarkProps {
  channel: Channel;
  onOpen: (channel: Channel) => void;
}

/** Says that the vendor's list of models has changed; a press leads to what is to be decided. */
export function UpstreamModelsMark({ channel, onOpen }: UpstreamModelsMarkProps) {
  const { t } = useTranslation("upstreamModels");
  const count = useModelDifferenceCount(channel.id);
  if (count === undefined) return null;
  const { added, gone } = count;
  const figures = [added > 0 && `+${added}`, gone > 0 && `−${gone}`].filter(Boolean).join(" ");
  return (
    <button
      type="button"
      aria-label={t("mark", { name: channel.name, added, gone })}
      title={t("title")}
      className="focus-ring rounded-full"
      onClick={() => onOpen(channel)}
    >
      <Badge tone="blue" className="h-4 px-1.5">
        {figures}
      </Badge>
    </button>
  );
}
