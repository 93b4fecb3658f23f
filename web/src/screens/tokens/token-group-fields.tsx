import { AUTO_GROUP } from "@tollgate/contract/groups";
import { TOKEN_AUTO_GROUPS_MAX } from "@tollgate/contract/tokens";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { ChipsInput } from "../../components/chips-input.tsx";
import { FormField } from "../../components/form-field.tsx";
import { Select } from "../../components/select.tsx";
import { formatRatio } from "../../lib/format-number.ts";
import type { TokenForm } from "./token-form.ts";
import { TokenSwitch } from "./token-switch.tsx";
import { useTokenChoices } from "./use-tokens.ts";

/** The group of a token; for `auto`, the groups that it stands for. */
export function TokenGroupFields({ form }: { form: TokenForm }) {
  const { t } = useTranslation("tokens");
  const { groups = {} } = useTokenChoices();
  const current = useWatch({ control: form.control, name: "group" });
  const known = Object.entries(groups).map(([name, { desc, ratio }]) => ({
    value: name,
    label: desc === "" || desc === name ? name : `${name} · ${desc}`,
    hint: t("editor.groupRatio", { ratio: formatRatio(ratio) }),
  }));
  const isKnown = ["", AUTO_GROUP, ...Object.keys(groups)].includes(current);
  const options = [
    { value: "", label: t("editor.groupPlaceholder") },
    ...known,
    { value: AUTO_GROUP, label: t("editor.autoGroup") },
    ...(isKnown ? [] : [{ value: current, label: current }]),
  ];
  return (
    <>
      <FormField control={form.control} name="group" label={t("editor.group")}>
        {({ value, onValueChange, inputRef }) => (
          <Select value={value} onValueChange={onValueChange} inputRef={inputRef} options={options} />
        )}
      </FormField>
      {current === AUTO_GROUP && <AutoGroupFields form={form} names={Object.keys(groups)} />}
    </>
  );
}

function AutoGroupFields({ form, names }: { form: TokenForm; names: string[] }) {
  const { t } = useTranslation("tokens");
  return (
    <>
      <FormField
        control={form.control}
        name="auto_groups"
        label={t("editor.autoGroups")}
        description={t("editor.autoGroupsHint", { count: TOKEN_AUTO_GROUPS_MAX })}
      >
        {(binding) => (
          <ChipsInput {...binding} options={names} placeholder={t("editor.autoGroupsPlaceholder")} />
        )}
      </FormField>
      <TokenSwitch form={form} name="cross_group_retry" text={t("editor.crossGroupRetry")} />
    </>
  );
}
