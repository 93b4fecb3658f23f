import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from "@tollgate/contract/envelope";
import { createLocalJson, createLocalValue, type LocalValue } from "../../lib/local-value.ts";

type Visibility = Record<string, boolean>;

const pageSizes = new Map<string, LocalValue<number>>();
const columnChoices = new Map<string, LocalValue<Visibility>>();

/** The page size that was last chosen for a table. */
export function rememberedPageSize(tableId: string): LocalValue<number> {
  return remember(pageSizes, tableId, () =>
    createLocalValue<number>(`page-size:${tableId}`, DEFAULT_PAGE_SIZE, (text) =>
      PAGE_SIZES.find((size) => String(size) === text),
    ),
  );
}

/** Which columns were switched on or off for a table; absent columns are as the table says. */
export function rememberedColumns(tableId: string): LocalValue<Visibility> {
  return remember(columnChoices, tableId, () =>
    createLocalJson<Visibility>(`columns:${tableId}`, {}, (value) =>
      typeof value === "object" &&
      value !== null &&
      Object.values(value).every((item) => typeof item === "boolean")
        ? // Every value was just checked.
          (value as Visibility)
        : undefined,
    ),
  );
}

function remember<Value>(known: Map<string, Value>, id: string, create: () => Value): Value {
  const value = known.get(id) ?? create();
  known.set(id, value);
  return value;
}
