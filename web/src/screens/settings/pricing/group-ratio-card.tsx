import { DEFAULT_GROUP } from "@tollgate/contract/groups";
import { Plus, Trash2 } from "lucide-react";
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { Badge } from "../../../components/badge.tsx";
import { Button } from "../../../components/button.tsx";
import { SectionCard } from "../../../components/card.tsx";
import { FieldFrame } from "../../../components/field-frame.tsx";
import { IconButton } from "../../../components/icon-button.tsx";
import { Input } from "../../../components/input.tsx";
import { LabeledSwitch } from "../../../components/switch.tsx";
import { isPriceNumber } from "./check-table.ts";
import { DecimalInput, decimalOf, decimalText } from "./decimal-input.tsx";
import { groupRows, groupTexts, type GroupRow } from "./group-table.ts";
import { ratioTone } from "./price-rows.ts";
import type { PriceEditing } from "./use-price-draft.ts";

/** Groups with their ratios, and which of them users may choose for their tokens. */
export function GroupRatioCard({ editing }: { editing: PriceEditing }) {
  const { t } = useTranslation("pricingSettings");
  const rows = groupRows(editing.draft);
  const save = (next: readonly GroupRow[]) => editing.setTexts(groupTexts(next));
  const change = (name: string, part: Partial<GroupRow>) =>
    save(rows.map((row) => (row.name === name ? { ...row, ...part } : row)));
  return (
    <SectionCard title={t("groups.title")} description={t("groups.description")}>
      <ul className="-mx-5 divide-y divide-line border-y border-line">
        {rows.map((row) => (
          <GroupLine
            key={row.name}
            row={row}
            onChange={(part) => change(row.name, part)}
            onRemove={() => save(rows.filter(({ name }) => name !== row.name))}
          />
        ))}
      </ul>
      <NewGroup names={rows.map(({ name }) => name)} onAdd={(row) => save([...rows, row])} />
    </SectionCard>
  );
}

interface GroupLineProps {
  row: GroupRow;
  onChange: (part: Partial<GroupRow>) => void;
  onRemove: () => void;
}

function GroupLine({ row, onChange, onRemove }: GroupLineProps) {
  const { t } = useTranslation("pricingSettings");
  const { name, ratio, description } = row;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_6rem_2rem] items-center gap-x-3 gap-y-2 px-5 py-2.5">
      <span className="flex min-w-0 items-center gap-2">
        <span className="min-w-0 truncate text-sm font-medium">{name}</span>
        {ratio !== undefined && <Badge tone={ratioTone(ratio)}>{t("groups.times", { ratio })}</Badge>}
      </span>
      <DecimalInput
        label={t("groups.ratioOf", { name })}
        value={decimalText(ratio)}
        placeholder="1"
        onValueChange={(text) => {
          const value = decimalOf(text);
          if (value !== undefined && isPriceNumber(value)) onChange({ ratio: value });
        }}
      />
      <IconButton
        size="iconSm"
        label={t("groups.remove", { name })}
        disabled={name === DEFAULT_GROUP}
        onClick={onRemove}
      >
        <Trash2 />
      </IconButton>
      <span className="col-span-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <LabeledSwitch
          checked={description !== undefined}
          onCheckedChange={(isUsable) => onChange({ description: isUsable ? name : undefined })}
        >
          {t("groups.usable")}
        </LabeledSwitch>
        {description !== undefined && (
          <Input
            aria-label={t("groups.descriptionOf", { name })}
            value={description}
            maxLength={100}
            onValueChange={(text) => onChange({ description: text })}
            className="h-7 min-w-40 flex-1 text-xs"
          />
        )}
      </span>
    </li>
  );
}

interface NewGroupProps {
  names: readonly string[];
  onAdd: (row: GroupRow) => void;
}

function NewGroup({ names, onAdd }: NewGroupProps) {
  const { t } = useTranslation("pricingSettings");
  const [name, setName] = useState("");
  const [ratio, setRatio] = useState("");
  const isTaken = names.includes(name.trim());
  const value = ratio === "" ? 1 : decimalOf(ratio);
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === "" || isTaken || value === undefined || !isPriceNumber(value)) return;
    onAdd({ name: name.trim(), ratio: value, description: undefined });
    setName("");
    setRatio("");
  };
  return (
    <form className="mt-4 flex flex-wrap items-start gap-3" onSubmit={add}>
      <FieldFrame
        label={t("groups.newName")}
        error={isTaken ? t("groups.taken") : undefined}
        className="min-w-36 flex-1"
      >
        <Input value={name} maxLength={64} onValueChange={setName} />
      </FieldFrame>
      <FieldFrame label={t("groups.ratio")} className="w-24">
        <DecimalInput value={ratio} placeholder="1" onValueChange={setRatio} />
      </FieldFrame>
      <Button type="submit" className="sm:mt-6.5" disabled={name.trim() === "" || isTaken}>
        <Plus />
        {t("groups.add")}
      </Button>
    </form>
  );
}
