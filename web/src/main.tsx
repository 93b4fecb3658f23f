import { createRoot } from "react-dom/client";
import { App, createConsole } from "./app.tsx";
import { startI18n } from "./i18n/i18n.ts";
import { followTheme } from "./lib/theme.ts";
import "./theme.css";

followTheme();
const root = document.querySelector("#root");
if (root !== null) {
  const parts = createConsole();
  await startI18n();
  createRoot(root).render(<App {...parts} />);
}
