import { Plus, Trash2 } from "lucide-react";
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../components/button.tsx";
import { SectionCard } from "../../../components/card.tsx";
import { Combobox } from "../../../components/combobox.tsx";
import { FieldFrame } from "../../../components/field-frame.tsx";
import { IconButton } from "../../../components/icon-button.tsx";
import { isPriceNumber } from "./check-table.ts";
import { DecimalInput, decimalOf, decimalText } from "./decimal-input.tsx";
import { groupRows, specialRatios, specialRatioText, type SpecialRatio } from "./group-table.ts";
import type { PriceEditing } from "./use-price-draft.ts";

/** Ratios that users of one group pay in another, in place of that group's own. */
export function SpecialRatioCard({ editing }: { editing: PriceEditing }) {
  const { t } = useTranslation("pricingSettings");
  const ratios = specialRatios(editing.draft);
  const groups = groupRows(editing.draft).map(({ name }) => name);
  const save = (next: readonly SpecialRatio[]) => editing.setTexts(specialRatioText(next));
  return (
    <SectionCard title={t("special.title")} description={t("special.description")}>
      {ratios.length > 0 && (
        <ul className="-mx-5 divide-y divide-line border-y border-line">
          {ratios.map((special) => (
            <li
              key={JSON.stringify([special.userGroup, special.usingGroup])}
              className="grid grid-cols-[minmax(0,1fr)_6rem_2rem] items-center gap-x-3 px-5 py-2.5"
            >
              <span className="min-w-0 text-sm wrap-anywhere">{t("special.sentence", { ...special })}</span>
              <DecimalInput
                label={t("special.ratioOf", { ...special })}
                value={decimalText(special.ratio)}
                onValueChange={(text) => {
                  const ratio = decimalOf(text);
                  if (ratio === undefined || !isPriceNumber(ratio)) return;
                  save(ratios.map((other) => (other === special ? { ...special, ratio } : other)));
                }}
              />
              <IconButton
                size="iconSm"
                label={t("special.remove", { ...special })}
                onClick={() => save(ratios.filter((other) => other !== special))}
              >
                <Trash2 />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <NewSpecialRatio groups={groups} ratios={ratios} onAdd={(special) => save([...ratios, special])} />
    </SectionCard>
  );
}

interface NewSpecialRatioProps {
  groups: readonly string[];
  ratios: readonly SpecialRatio[];
  onAdd: (special: SpecialRatio) => void;
}

function NewSpecialRatio({ groups, ratios, onAdd }: NewSpecialRatioProps) {
  const { t } = useTranslation("pricingSettings");
  const [userGroup, setUserGroup] = useState("");
  const [usingGroup, setUsingGroup] = useState("");
  const [ratio, setRatio] = useState("");
  const value = decimalOf(ratio);
  const isTaken = ratios.some((other) => other.userGroup === userGroup && other.usingGroup === usingGroup);
  const isReady =
    userGroup !== "" && usingGroup !== "" && value !== undefined && isPriceNumber(value) && !isTaken;
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    onAdd({ userGroup, usingGroup, ratio: value });
    setUsingGroup("");
    setRatio("");
  };
  return (
    <form className="mt-4 flex flex-wrap items-start gap-3" onSubmit={add}>
      <FieldFrame
        label={t("special.userGroup")}
        error={isTaken ? t("special.taken") : undefined}
        className="min-w-32 flex-1"
      >
        <Combobox value={userGroup} onValueChange={setUserGroup} options={groups} allowCustom />
      </FieldFrame>
      <FieldFrame label={t("special.usingGroup")} className="min-w-32 flex-1">
        <Combobox value={usingGroup} onValueChange={setUsingGroup} options={groups} allowCustom />
      </FieldFrame>
      <FieldFrame label={t("groups.ratio")} className="w-24">
        <DecimalInput value={ratio} onValueChange={setRatio} />
      </FieldFrame>
      <Button type="submit" className="sm:mt-6.5" disabled={!isReady}>
        <Plus />
        {t("groups.add")}
      </Button>
    </form>
  );
}
