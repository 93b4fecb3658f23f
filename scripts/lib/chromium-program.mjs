import { existsSync } from "node:fs";

const USUAL_PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The browser for the journeys: CHROMIUM_PATH, or the first of the usual places that exists, or nothing. */
export function chromiumProgram() {
  const given = process.env.CHROMIUM_PATH;
  return given ? (existsSync(given) ? given : undefined) : USUAL_PLACES.find((path) => existsSync(path));
}
