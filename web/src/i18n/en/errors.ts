import type { Texts } from "../i18n.ts";

export const errors: Texts["errors"] = {
  expired: "You are not signed in, or your session has expired. Please sign in again.",
  tooManyRequests: "Too many requests; try again later",
  server: "Internal server error; please contact the administrator",
  demo: "This site is a demonstration and has no server",
  network: "Unable to connect to the server",
  other: "Error: {{message}}",
  shape: "The server's answer could not be understood; refresh the page and try again",
};
