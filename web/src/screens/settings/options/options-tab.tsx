import { useDeferredValue, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Card, SectionCard } from "../../../components/card.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { ErrorState } from "../../../components/error-state.tsx";
import { FormSkeleton } from "../../../components/form-skeleton.tsx";
import { SearchInput } from "../../../components/input.tsx";
import { textParam, useUrlState } from "../../../lib/url-state.ts";
import { useOptionTexts } from "../use-options.ts";
import { ClearLogsRow } from "./clear-logs-row.tsx";
import { OPTION_SECTIONS, OPTION_TABS, type OfferedSection, type OptionTab } from "./option-fields.ts";
import type { OptionTexts } from "./option-draft.ts";
import { OptionRow } from "./option-row.tsx";
import { OptionSaveBar } from "./option-save-bar.tsx";
import { SectionNav, sectionId } from "./section-nav.tsx";
import { useOptionEditing, type OptionChangesState, type OptionEditing } from "./use-option-editing.ts";

interface OptionsTabProps {
  tab: OptionTab;
  state: OptionChangesState;
}

/** Root's options, those of one tab; a search goes through all of them. */
export function OptionsTab({ tab, state }: OptionsTabProps) {
  const texts = useOptionTexts();
  if (texts.data !== undefined) return <OptionsForm tab={tab} state={state} saved={texts.data} />;
  return (
    <Card className="flex flex-col gap-4 p-5">
      {texts.error === null ? (
        <FormSkeleton fields={6} />
      ) : (
        <ErrorState message={texts.error.message} onRetry={() => void texts.refetch()} />
      )}
    </Card>
  );
}

const params = { search: textParam() };

function OptionsForm({ tab, state, saved }: OptionsTabProps & { saved: OptionTexts }) {
  const { t } = useTranslation("optionSettings");
  const [{ search }, change] = useUrlState(params);
  const wanted = useDeferredValue(search.trim().toLowerCase());
  const editing = useOptionEditing(saved, state);
  return (
    <div className="flex flex-col gap-4">
      <SearchInput
        label={t("search.label")}
        value={search}
        onValueChange={(text) => change({ search: text }, { replace: true })}
        className="w-full sm:max-w-xs"
      />
      {wanted === "" ? (
        <div className="items-start gap-6 xl:grid xl:grid-cols-[11rem_minmax(0,1fr)]">
          <SectionNav sections={OPTION_SECTIONS[tab]} />
          <div className="flex min-w-0 flex-col gap-4 only:col-span-full">
            {OPTION_SECTIONS[tab].map((section) => (
              <OptionSectionCard key={section.name} section={section} editing={editing}>
                {section.name === "logs" && <ClearLogsRow />}
              </OptionSectionCard>
            ))}
          </div>
        </div>
      ) : (
        <SearchResults wanted={wanted} editing={editing} />
      )}
      <OptionSaveBar editing={editing} />
    </div>
  );
}

interface OptionSectionCardProps {
  section: OfferedSection;
  editing: OptionEditing;
  /** Where a section is found elsewhere. */
  tab?: OptionTab;
  children?: ReactNode;
}

function OptionSectionCard({ section, editing, tab, children }: OptionSectionCardProps) {
  const { draft, setText } = editing;
  const { t } = useTranslation(["optionSettings", "settings"]);
  const title = t(`section.${section.name}`);
  return (
    <div id={sectionId(section.name)} className="scroll-mt-4">
      <SectionCard title={tab === undefined ? title : `${t(`tabs.${tab}`, { ns: "settings" })} · ${title}`}>
        {/* What gets the focus does not end up under the bar at the foot. */}
        <div className="flex flex-col divide-y divide-line **:focus-visible:scroll-mb-24">
          {section.fields.map((field) => (
            <OptionRow
              key={field.key}
              field={field}
              text={draft.textOf(field.key)}
              isChanged={draft.changed.includes(field.key)}
              problem={draft.problems.get(field.key)}
              onTextChange={setText}
            />
          ))}
          {children}
        </div>
      </SectionCard>
    </div>
  );
}

/** The options of all tabs whose name, explanation or key has the words. */
function SearchResults({ wanted, editing }: { wanted: string; editing: OptionEditing }) {
  const { t } = useTranslation("optionSettings");
  const found = OPTION_TABS.flatMap((tab) =>
    OPTION_SECTIONS[tab].flatMap((section) => {
      const fields = section.fields.filter(({ key }) =>
        [t(`section.${section.name}`), t(`field.${key}.name`), t(`field.${key}.hint`), key].some((text) =>
          text.toLowerCase().includes(wanted),
        ),
      );
      return fields.length === 0 ? [] : [{ tab, section: { ...section, fields } }];
    }),
  );
  if (found.length === 0) {
    return (
      <Card>
        <EmptyState title={t("search.nothing")} description={t("search.hint")} />
      </Card>
    );
  }
  return found.map(({ tab, section }) => (
    <OptionSectionCard key={`${tab}.${section.name}`} tab={tab} section={section} editing={editing} />
  ));
}
