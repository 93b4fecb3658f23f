import { createRoot } from "react-dom/client";
import { App, createConsole } from "./app.tsx";
import { startI18n } from "./i18n/i18n.ts";
import { followTheme } from "./lib/theme.ts";
import "./theme.css";

/**
 * A function, not an `await` at the module's top: a language's file may import from this one's chunk, which would then
 * wait for that file while the file waits for it, and the page would stay blank without an error.
 */
async function start(): Promise<void> {
  followTheme();
  const root = document.querySelector("#root");
  if (root === null) return;
  const parts = createConsole();
  await startI18n();
  createRoot(root).render(<App {...parts} />);
}

void start();
