import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { FormSkeleton } from "../../components/form-skeleton.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Tabs, type TabItem } from "../../components/tabs.tsx";
import { textParam, useUrlState } from "../../lib/url-state.ts";
import { mayOpen, useSessionUser } from "../../session/session-user.ts";
import { AuditCard } from "./audit-card.tsx";
import { DraftGuard } from "./draft-guard.tsx";
import type { OptionChanges } from "./options/option-draft.ts";
import type { OptionTab } from "./options/option-fields.ts";
import { PersonalTab } from "./personal-tab.tsx";

const PricingTab = lazy(async () => ({ default: (await import("./pricing/pricing-tab.tsx")).PricingTab }));
const OptionsTab = lazy(async () => ({ default: (await import("./options/options-tab.tsx")).OptionsTab }));

const params = { tab: textParam(), part: textParam(), search: textParam() };
const NO_CHANGES: OptionChanges = {};

/** Settings by tab; which one stands in the address. Unsaved options outlast a change of tab. */
export function SettingsScreen() {
  const { t } = useTranslation("settings");
  const user = useSessionUser();
  const [{ tab }, change] = useUrlState(params);
  const [changes, setChanges] = useState(NO_CHANGES);
  const optionsTab = (name: OptionTab): TabItem<string> => ({
    value: name,
    label: t(`tabs.${name}`),
    content: (
      <Suspense fallback={<FormSkeleton fields={6} />}>
        <OptionsTab tab={name} state={{ changes, setChanges }} />
      </Suspense>
    ),
  });
  const items: TabItem<string>[] = [
    { value: "personal", label: t("tabs.personal"), content: <PersonalTab /> },
    ...(mayOpen(user, "root")
      ? [
          optionsTab("operation"),
          { value: "pricing", label: t("tabs.pricing"), content: <LazyPricingTab /> },
          optionsTab("system"),
          optionsTab("other"),
          { value: "books", label: t("tabs.books"), content: <AuditCard /> },
        ]
      : []),
  ];
  const current = items.find((item) => item.value === tab) ?? items[0];
  return (
    // Scrolls by itself where a table inside makes the frame as high as the window: the theme's rule, to the letter.
    <div className="thin-scrollbar -mx-3 min-h-0 flex-1 px-3 sm:-mx-6 sm:px-6 [@media(min-width:600px)_and_(min-height:560px)]:has-[[data-fill-height]]:overflow-y-auto">
      <div className="mx-auto max-w-7xl pb-4">
        <PageHeader title={t("title")} />
        <Tabs
          label={t("tabs.label")}
          value={current?.value ?? "personal"}
          onValueChange={(value) => change({ tab: value, part: "", search: "" })}
          items={items}
        />
        <DraftGuard scope="screen" isDirty={changes !== NO_CHANGES && Object.keys(changes).length > 0} />
      </div>
    </div>
  );
}

function LazyPricingTab() {
  return (
    <Suspense fallback={<FormSkeleton fields={5} />}>
      <PricingTab />
    </Suspense>
  );
}
