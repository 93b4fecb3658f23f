import { Check, Copy } from "lucide-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import i18next from "i18next";
import { writeClipboard } from "../lib/clipboard.ts";
import { IconButton } from "./icon-button.tsx";
import { notify } from "./toaster.ts";

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

/** The text that could not be copied, and how to put it away. */
export function useRefusedText() {
  const text = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => refusedText,
  );
  return { text, clear: () => setRefusedText(undefined) };
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
