import { useTranslation } from "react-i18next";
import type { OfferedSection, SectionName } from "./option-fields.ts";

/** The id of a section's place on the page. */
export function sectionId(name: SectionName): string {
  return `settings-${name}`;
}

/** Leads to the sections of a long tab, where there is room beside them. */
export function SectionNav({ sections }: { sections: readonly OfferedSection[] }) {
  const { t } = useTranslation("optionSettings");
  if (sections.length < 2) return null;
  const show = (name: SectionName) =>
    document.getElementById(sectionId(name))?.scrollIntoView({ behavior: "smooth", block: "start" });
  return (
    <nav aria-label={t("sections")} className="sticky top-0 hidden flex-col gap-0.5 xl:flex">
      {sections.map(({ name }) => (
        <button
          key={name}
          type="button"
          onClick={() => show(name)}
          className="focus-ring rounded-md px-2.5 py-1.5 text-left text-sm text-secondary transition-colors hover:bg-hover hover:text-foreground"
        >
          {t(`section.${name}`)}
        </button>
      ))}
    </nav>
  );
}
