import { createLocalChoice } from "./local-value.ts";

export const THEME_MODES = ["light", "dark", "auto"] as const;

/** Light, dark, or as the system says. The script in index.html reads the same key before the first paint. */
export const themeMode = createLocalChoice("theme-mode", THEME_MODES, "auto");

const DARK_QUERY = "(prefers-color-scheme: dark)";

/** Keeps the page's theme in step with the chosen mode and the system's; answers how to stop. */
export function followTheme(): () => void {
  const system = matchMedia(DARK_QUERY);
  const apply = () => {
    const mode = themeMode.get();
    document.documentElement.classList.toggle("dark", mode === "dark" || (mode === "auto" && system.matches));
  };
  apply();
  system.addEventListener("change", apply);
  const stop = themeMode.subscribe(apply);
  return () => {
    system.removeEventListener("change", apply);
    stop();
  };
}
