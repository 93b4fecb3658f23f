import { Settings2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useLocalValue } from "../../lib/local-value.ts";
import { Button } from "../button.tsx";
import { Menu, MenuItem, MenuSeparator, MenuToggle } from "../menu.tsx";
import { canHide, type DataColumn } from "./data-column.ts";
import { rememberedColumns } from "./remembered-table.ts";

interface ColumnMenuProps<Row> {
  tableId: string;
  columns: readonly DataColumn<Row>[];
}

/** Lets the reader choose columns; the choice is remembered. */
export function ColumnMenu<Row>({ tableId, columns }: ColumnMenuProps<Row>) {
  const { t } = useTranslation();
  const remembered = rememberedColumns(tableId);
  const choice = useLocalValue(remembered);
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="icon" aria-label={t("table.columns")} title={t("table.columns")}>
          <Settings2 />
        </Button>
      }
    >
      {columns.filter(canHide).map((column) => (
        <MenuToggle
          key={column.id}
          checked={choice[column.id] ?? column.isHiddenAtFirst !== true}
          onCheckedChange={(isShown) => remembered.set({ ...choice, [column.id]: isShown })}
        >
          {column.header}
        </MenuToggle>
      ))}
      <MenuSeparator />
      <MenuItem stays onSelect={() => remembered.set(undefined)}>
        {t("table.resetColumns")}
      </MenuItem>
    </Menu>
  );
}
