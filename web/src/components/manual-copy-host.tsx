import { useTranslation } from "react-i18next";
import { useRefusedText } from "./copy.tsx";
import { Dialog } from "./dialog.tsx";

/** Draws the dialog for texts that could not be copied; mounted once. */
export function ManualCopyHost() {
  const { t } = useTranslation();
  const { text, clear } = useRefusedText();
  return (
    <Dialog
      open={text !== undefined}
      onOpenChange={(open) => !open && clear()}
      title={t("clipboard.refused")}
      description={t("clipboard.hint")}
    >
      <textarea
        readOnly
        aria-label={t("clipboard.text")}
        value={text ?? ""}
        rows={Math.min(8, (text ?? "").split("\n").length + 1)}
        onFocus={(event) => event.currentTarget.select()}
        className="field-surface thin-scrollbar w-full p-2.5 font-mono text-xs break-all"
      />
    </Dialog>
  );
}
