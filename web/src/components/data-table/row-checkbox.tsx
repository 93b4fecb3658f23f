import { useTranslation } from "react-i18next";
import { Checkbox } from "../checkbox.tsx";
import type { TableRow } from "./use-data-table.ts";

/** Selects a row; with Shift, every row from the last one pressed to this one. */
export function RowCheckbox<Row extends object>({ row, name }: { row: TableRow<Row>; name: string }) {
  const { t } = useTranslation();
  const toggle = row.getToggleSelectedHandler();
  return (
    <Checkbox
      label={t("table.selectRow", { name })}
      checked={row.getIsSelected()}
      indeterminate={row.subRows.length > 0 && row.getIsSomeSelected() && !row.getIsAllSubRowsSelected()}
      onCheckedChange={(checked, event) => toggle({ target: { checked }, nativeEvent: event })}
    />
  );
}
