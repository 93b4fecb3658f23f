import { PRIORITY_MAX, PRIORITY_MIN, WEIGHT_MAX } from "@tollgate/contract/channel-parts";
import { errorText } from "@tollgate/contract/errors";
import { ChannelStatus } from "@tollgate/contract/statuses";
import { Ban, CircleCheck, EllipsisVertical, Pencil, Tag } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "../../components/button.tsx";
import { NumberCell } from "../../components/data-table/number-cell.tsx";
import { IconButton } from "../../components/icon-button.tsx";
import { Menu, MenuItem } from "../../components/menu.tsx";
import { NameText } from "../../components/name-text.tsx";
import { StatusDot } from "../../components/status-dot.tsx";
import { currentLanguage } from "../../i18n/i18n.ts";
import { channelRowName, isTagRow, sharedNumber, type ChannelRow, type TagRow } from "./channel-rows.ts";
import type { Channel } from "./use-channels.ts";

export interface TagActions {
  editTag: (tag: TagRow) => void;
  setTagStatus: (tag: TagRow, isOn: boolean) => void;
  /** Asks first, since it is all channels of the tag. Rejects when the server refuses. */
  changeTag: (tag: TagRow, change: { priority?: number; weight?: number }) => Promise<unknown>;
}

/** A tag and how many channels it has. */
export function TagName({ row }: { row: TagRow }) {
  const { t } = useTranslation("channels");
  return (
    <div className="flex min-w-32 items-center gap-2.5">
      <span className="flex size-7 shrink-0 items-center justify-center rounded-lg bg-violet-soft text-violet-text">
        <Tag aria-hidden className="size-3.5" />
      </span>
      <div className="grid min-w-0 grid-cols-1">
        <NameText name={row.tagName} className="font-medium" />
        <div className="truncate text-xs text-muted">{t("tag.count", { count: row.channels.length })}</div>
      </div>
    </div>
  );
}

/** How many of its channels are enabled. */
export function TagState({ row }: { row: TagRow }) {
  const { t } = useTranslation("channels");
  const { length: count } = row.channels;
  const enabled = row.channels.filter((channel) => channel.status === ChannelStatus.enabled).length;
  const tone = enabled === count ? "green" : enabled === 0 ? "neutral" : "yellow";
  return <StatusDot tone={tone}>{t("tag.enabled", { enabled, count })}</StatusDot>;
}

/** What can be done with all channels of a tag. */
export function TagRowActions({ row, actions }: { row: TagRow; actions: TagActions }) {
  const { t } = useTranslation("channels");
  return (
    <div className="flex items-center justify-end gap-0.5">
      <IconButton size="iconSm" label={t("tag.edit")} onClick={() => actions.editTag(row)}>
        <Pencil />
      </IconButton>
      <Menu
        trigger={
          <Button variant="ghost" size="iconSm" aria-label={`${t("action.more")}: ${row.tagName}`}>
            <EllipsisVertical />
          </Button>
        }
      >
        <MenuItem icon={CircleCheck} onSelect={() => actions.setTagStatus(row, true)}>
          {t("tag.enableAll")}
        </MenuItem>
        <MenuItem icon={Ban} onSelect={() => actions.setTagStatus(row, false)}>
          {t("tag.disableAll")}
        </MenuItem>
      </Menu>
    </div>
  );
}

const FIELDS = {
  priority: {
    min: PRIORITY_MIN,
    max: PRIORITY_MAX,
    problem: "channel.priority-not-whole",
    label: "priorityOf",
  },
  weight: { min: 0, max: WEIGHT_MAX, problem: "channel.weight-invalid", label: "weightOf" },
} as const;

interface RoutingNumberProps {
  row: ChannelRow;
  field: keyof typeof FIELDS;
  actions: Pick<TagActions, "changeTag"> & {
    change: (change: { id: number } & Partial<Pick<Channel, "priority" | "weight">>) => Promise<unknown>;
  };
}

/** Priority or weight, edited in place; of a tag that of all its channels. */
export function RoutingNumber({ row, field, actions }: RoutingNumberProps) {
  const { t } = useTranslation("channels");
  const { min, max, problem, label } = FIELDS[field];
  return (
    <NumberCell
      value={isTagRow(row) ? sharedNumber(row.channels, field) : row[field]}
      placeholder={t("tag.mixed")}
      label={t(label, { name: channelRowName(row) })}
      min={min}
      max={max}
      invalidMessage={errorText(problem, currentLanguage())}
      onSave={(next) =>
        isTagRow(row)
          ? actions.changeTag(row, { [field]: next })
          : actions.change({ id: row.id, [field]: next })
      }
    />
  );
}
