import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { isolated } from "../lib/isolated-text.ts";
import { createLocalChoice } from "../lib/local-value.ts";
import type { zh } from "./zh.ts";

export const LANGUAGES = ["zh", "en"] as const;
export type Language = (typeof LANGUAGES)[number];
/** The texts of one language; Chinese gives the shape. */
export type Texts = typeof zh;

/** The saved language; Chinese when none was saved. */
const savedLanguage = createLocalChoice("language", LANGUAGES, "zh");

const LOADERS: Record<Language, () => Promise<Texts>> = {
  zh: async () => (await import("./zh.ts")).zh,
  en: async () => (await import("./en.ts")).en,
};

/** Loads the saved language's texts; resolves when the first screen can be drawn. */
export async function startI18n(language: Language = savedLanguage.get()): Promise<void> {
  const texts = await LOADERS[language]();
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    defaultNS: "common",
    ns: Object.keys(texts),
    resources: { [language]: texts },
    // React escapes what it draws; here a name is only kept from turning its sentence.
    interpolation: { escape: isolated },
    returnNull: false,
  });
  markDocument(language);
}

/** Switches the console's language and remembers it. */
export async function setLanguage(language: Language): Promise<void> {
  const texts = await LOADERS[language]();
  for (const [namespace, bundle] of Object.entries(texts)) {
    i18next.addResourceBundle(language, namespace, bundle, true, true);
  }
  savedLanguage.set(language);
  markDocument(language);
  await i18next.changeLanguage(language);
}

/** The language shown now. */
export function currentLanguage(): Language {
  return i18next.language === "en" ? "en" : "zh";
}

function markDocument(language: Language): void {
  document.documentElement.lang = language === "en" ? "en" : "zh-CN";
}
