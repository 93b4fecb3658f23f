import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Segmented } from "../../../components/segmented.tsx";
import { BrokenTables } from "./broken-tables.tsx";
import { GroupRatioCard } from "./group-ratio-card.tsx";
import { PriceJsonPart } from "./price-json-part.tsx";
import { GROUP_TABLES } from "./price-options.ts";
import { SpecialRatioCard } from "./special-ratio-card.tsx";
import type { PriceEditing } from "./use-price-draft.ts";

/** What groups pay: as tables or as JSON. */
export function GroupRatiosPart({ editing }: { editing: PriceEditing }) {
  const { t } = useTranslation("pricingSettings");
  const [view, setView] = useState<"visual" | "json">("visual");
  const broken = GROUP_TABLES.filter((table) => (editing.draft.checked[table]?.problems.length ?? 0) > 0);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex">
        <Segmented
          label={t("groups.view")}
          value={view}
          onValueChange={setView}
          options={[
            { value: "visual", label: t("groups.visual") },
            { value: "json", label: t("groups.json") },
          ]}
        />
      </div>
      {view === "json" && <PriceJsonPart editing={editing} options={GROUP_TABLES} />}
      {view === "visual" &&
        (broken.length > 0 ? <BrokenTables options={broken} /> : <GroupCards editing={editing} />)}
    </div>
  );
}

function GroupCards({ editing }: { editing: PriceEditing }) {
  return (
    <div className="grid items-start gap-4 xl:grid-cols-2">
      <GroupRatioCard editing={editing} />
      <SpecialRatioCard editing={editing} />
    </div>
  );
}
