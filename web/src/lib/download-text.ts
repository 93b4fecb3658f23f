const KEPT_MS = 60_000;

/** Hands the reader a text as a file of that name. */
export function downloadText(fileName: string, text: string, type = "text/plain"): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  // Some browsers follow only links that are part of the page.
  document.body.append(link);
  link.click();
  link.remove();
  // Not at once: a browser may read the text only after it has asked where to put the file.
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}

/** A name that every file system takes: what some refuse becomes a dash. */
export function safeFileName(name: string): string {
  // eslint-disable-next-line no-control-regex -- file systems refuse exactly these
  const safe = name.replace(/[\u0000-\u001f<>:"/\\|?*]+/g, "-").replace(/^[. ]+|[. ]+$/g, "");
  return safe === "" ? "download" : safe;
}
