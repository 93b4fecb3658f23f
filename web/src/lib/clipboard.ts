/** Puts text on the clipboard; false when the browser refuses (no HTTPS, no permission). */
export async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** The way of older browsers, which also works without HTTPS. */
function copyBySelection(text: string): boolean {
  const area = document.createElement("textarea");
  area.value = text;
  area.readOnly = true;
  area.style.position = "fixed";
  area.style.opacity = "0";
  // Inside an open dialog: a focus trap would take the selection away elsewhere.
  const place = document.activeElement?.closest('[role="dialog"]') ?? document.body;
  const focused = document.activeElement;
  place.append(area);
  area.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    area.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}
