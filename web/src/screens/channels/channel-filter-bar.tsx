import { ChannelStatus } from "@tollgate/contract/statuses";
import { useTranslation } from "react-i18next";
import { FilterInput } from "../../components/data-table/filter-input.tsx";
import { Select } from "../../components/select.tsx";
import { LabeledSwitch } from "../../components/switch.tsx";
import { useGroups, type ChannelFilters } from "./use-channels.ts";

interface ChannelFilterBarProps {
  filters: ChannelFilters;
  onChange: (part: Partial<ChannelFilters>, how?: { replace?: boolean }) => void;
  /** Channels can be selected. */
  isBatch: boolean;
  onBatchChange: (isOn: boolean) => void;
}

const SWITCHES = ["idSort", "tagMode"] as const;

/** Search and filters of the channel list. */
export function ChannelFilterBar(props: ChannelFilterBarProps) {
  const { filters, onChange, isBatch, onBatchChange } = props;
  const { t } = useTranslation("channels");
  const { data: groups } = useGroups();
  const groupNames = new Set([...(groups ?? []), ...(filters.group === "" ? [] : [filters.group])]);
  return (
    <>
      <FilterInput
        className="sm:w-60"
        label={t("search")}
        value={filters.keyword}
        onCommit={(keyword) => onChange({ keyword }, { replace: true })}
      />
      <FilterInput
        className="sm:w-46"
        label={t("searchModel")}
        value={filters.model}
        onCommit={(model) => onChange({ model }, { replace: true })}
      />
      <Select
        className="w-auto min-w-28 max-sm:flex-1"
        label={t("group")}
        value={filters.group}
        onValueChange={(group) => onChange({ group })}
        options={[
          { value: "", label: t("allGroups") },
          ...[...groupNames].map((name) => ({ value: name, label: name })),
        ]}
      />
      <Select<number>
        className="w-auto min-w-28 max-sm:flex-1"
        label={t("statusFilter")}
        value={filters.status}
        onValueChange={(status) => onChange({ status })}
        options={[
          { value: 0, label: t("allStatuses") },
          { value: ChannelStatus.enabled, label: t("status.enabled") },
          { value: ChannelStatus.disabled, label: t("status.disabled") },
          { value: ChannelStatus.autoDisabled, label: t("status.autoDisabled") },
        ]}
      />
      <div className="ml-1 flex flex-wrap items-center gap-x-4 gap-y-1">
        {SWITCHES.map((name) => (
          <LabeledSwitch
            key={name}
            className="whitespace-nowrap"
            checked={filters[name]}
            onCheckedChange={(isOn) => onChange({ [name]: isOn })}
          >
            {t(name)}
          </LabeledSwitch>
        ))}
        <LabeledSwitch className="whitespace-nowrap" checked={isBatch} onCheckedChange={onBatchChange}>
          {t("batch")}
        </LabeledSwitch>
      </div>
    </>
  );
}
