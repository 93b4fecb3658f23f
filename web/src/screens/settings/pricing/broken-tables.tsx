import { useTranslation } from "react-i18next";
import { Alert } from "../../../components/alert.tsx";
import type { PriceOption } from "./price-options.ts";

/** Says which tables cannot be shown as long as their JSON is wrong. */
export function BrokenTables({ options }: { options: readonly PriceOption[] }) {
  const { t } = useTranslation("pricingSettings");
  if (options.length === 0) return null;
  const names = options.map((option) => t(`table.${option}.name`)).join(t("listComma"));
  return <Alert tone="warning">{t("broken", { names })}</Alert>;
}
