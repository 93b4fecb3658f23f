import type { ChargeExplanation } from "@tollgate/contract/logs";
import { Braces, Download, Link } from "lucide-react";
import { useTranslation } from "react-i18next";
import { copyText } from "../../components/copy.tsx";
import { IconButton } from "../../components/icon-button.tsx";
import { downloadText, safeFileName } from "../../lib/download-text.ts";

/** What can be done with an explanation: taken along as JSON, or pointed at. */
export function ChargeActions({ charge }: { charge: ChargeExplanation }) {
  const { t } = useTranslation("logs");
  const json = () => `${JSON.stringify(charge, undefined, 2)}\n`;
  const fileName = safeFileName(`charge-${charge.request_id || charge.id}.json`);
  return (
    <div className="-my-1.5 flex items-center gap-0.5">
      <IconButton size="iconSm" label={t("charge.copyJson")} onClick={() => void copyText(json())}>
        <Braces />
      </IconButton>
      <IconButton
        size="iconSm"
        label={t("charge.downloadJson")}
        onClick={() => downloadText(fileName, json(), "application/json")}
      >
        <Download />
      </IconButton>
      {charge.request_id !== "" && (
        <IconButton size="iconSm" label={t("charge.copyLink")} onClick={() => void copyText(linkTo(charge))}>
          <Link />
        </IconButton>
      )}
    </div>
  );
}

/** The address that shows this row, opened, whenever it was written. */
function linkTo({ id, request_id }: ChargeExplanation): string {
  const address = new URL("/log", location.href);
  address.search = new URLSearchParams({ request: request_id, start: "0", open: String(id) }).toString();
  return address.href;
}
