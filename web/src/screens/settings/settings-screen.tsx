import { useTranslation } from "react-i18next";
import { PageHeader } from "../../components/page-header.tsx";
import { Tabs, type TabItem } from "../../components/tabs.tsx";
import { textParam, useUrlState } from "../../lib/url-state.ts";
import { PersonalTab } from "./personal-tab.tsx";

const params = { tab: textParam() };

/** Settings by tab; which one stands in the address. */
export function SettingsScreen() {
  const { t } = useTranslation("settings");
  const [{ tab }, change] = useUrlState(params);
  const items: TabItem<string>[] = [
    { value: "personal", label: t("tabs.personal"), content: <PersonalTab /> },
  ];
  const current = items.find((item) => item.value === tab) ?? items[0];
  return (
    <div className="mx-auto w-full max-w-5xl pb-4">
      <PageHeader title={t("title")} />
      <Tabs
        label={t("tabs.label")}
        value={current?.value ?? "personal"}
        onValueChange={(value) => change({ tab: value })}
        items={items}
      />
    </div>
  );
}
