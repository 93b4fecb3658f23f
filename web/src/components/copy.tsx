import { Check, Copy } from "lucide-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import i18next from "i18next";
import { writeClipboard } from "../lib/clipboard.ts";
import { Dialog } from "./dialog.tsx";
import { IconButton } from "./icon-button.tsx";
import { notify } from "./toaster.tsx";

let refusedText: string | undefined;
const listeners = new Set<() => void>();

function setRefusedText(text: string | undefined): void {
  refusedText = text;
  listeners.forEach((listener) => listener());
}

/** Copies text and says so; where the clipboard refuses, shows the text in a dialog to copy by hand. */
export async function copyText(text: string): Promise<boolean> {
  const isCopied = await writeClipboard(text);
  if (isCopied) notify.success(i18next.t("clipboard.copied"));
  else setRefusedText(text);
  return isCopied;
}

/** Draws the dialog for texts that could not be copied; mounted once. */
export function ManualCopyHost() {
  const { t } = useTranslation();
  const text = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => refusedText,
  );
  return (
    <Dialog
      open={text !== undefined}
      onOpenChange={(open) => !open && setRefusedText(undefined)}
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

interface CopyButtonProps {
  /** The text, or how to get it when pressed. */
  text: string | (() => string);
  label: string;
  className?: string;
}

const SHOW_DONE_MS = 1500;

/** Copies a text; shows a tick for a moment. */
export function CopyButton({ text, label, className }: CopyButtonProps) {
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => setDone(false), SHOW_DONE_MS);
    return () => clearTimeout(timer);
  }, [isDone]);
  return (
    <IconButton
      label={label}
      size="iconSm"
      className={className}
      onClick={async () => setDone(await copyText(typeof text === "string" ? text : text()))}
    >
      {isDone ? <Check className="text-green-text" /> : <Copy />}
    </IconButton>
  );
}
