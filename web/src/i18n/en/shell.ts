import type { Texts } from "../i18n.ts";

export const shell: Texts["shell"] = {
  menu: {
    title: "Navigation",
    open: "Open menu",
    collapse: "Collapse sidebar",
    expand: "Expand sidebar",
    home: "Home",
    console: "Console",
    channels: "Channels",
    tokens: "Tokens",
    logs: "Logs",
    settings: "Settings",
    signIn: "Sign in",
  },
  skip: "Skip to content",
  language: { label: "Language", zh: "中文", en: "English" },
  theme: { label: "Theme", light: "Light", dark: "Dark", auto: "System" },
  user: { label: "User menu", root: "Super admin", admin: "Admin", user: "User", signOut: "Sign out" },
  signedOut: "Signed out",
  palette: {
    open: "Search",
    title: "Jump to…",
    placeholder: "Search pages and actions…",
    empty: "No page matches",
    pages: "Pages",
    preferences: "Preferences",
  },
  footer: { poweredBy: "Powered by {{name}}", credits: "Built on open source" },
};
