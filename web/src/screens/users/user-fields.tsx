import { useWatch, type UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { FormField } from "../../components/form-field.tsx";
import { FormSection } from "../../components/form-section.tsx";
import { Input, PasswordInput } from "../../components/input.tsx";
import { KeyValueList } from "../../components/key-value-list.tsx";
import { QuotaText } from "../../components/quota-text.tsx";
import { Select } from "../../components/select.tsx";
import { formatDateTime } from "../../lib/format-time.ts";
import { QuotaChange } from "./quota-change.tsx";
import { useGroupNames, type User } from "./use-users.ts";
import type { UserFormValues } from "./user-editor.tsx";

export type UserForm = UseFormReturn<UserFormValues, unknown, UserFormValues>;

/** The fields of the user editor, and what an administrator may only read. */
export function UserFields({ form, user }: { form: UserForm; user: User }) {
  const { t } = useTranslation("users");
  return (
    <>
      <FormSection title={t("editor.basics")}>
        <FormField control={form.control} name="username" label={t("editor.username")} required>
          {({ inputRef, ...binding }) => (
            <Input {...binding} ref={inputRef} autoComplete="off" spellCheck={false} />
          )}
        </FormField>
        <FormField control={form.control} name="display_name" label={t("editor.displayName")}>
          {({ inputRef, ...binding }) => <Input {...binding} ref={inputRef} autoComplete="off" />}
        </FormField>
        <FormField
          control={form.control}
          name="password"
          label={t("editor.newPassword")}
          description={t("editor.newPasswordHint")}
        >
          {({ inputRef, ...binding }) => (
            <PasswordInput {...binding} ref={inputRef} autoComplete="new-password" />
          )}
        </FormField>
      </FormSection>
      <FormSection title={t("editor.money")}>
        <GroupField form={form} />
        <QuotaField form={form} user={user} />
      </FormSection>
      <FormSection title={t("editor.bindings")}>
        <Bindings user={user} />
      </FormSection>
    </>
  );
}

function GroupField({ form }: { form: UserForm }) {
  const { t } = useTranslation("users");
  const { data: groups } = useGroupNames();
  const current = useWatch({ control: form.control, name: "group" });
  // A group that exists no more may stay.
  const names = new Set([current, ...(groups ?? [])]);
  return (
    <FormField control={form.control} name="group" label={t("column.group")}>
      {({ value, onValueChange, inputRef }) => (
        <Select
          value={value}
          onValueChange={onValueChange}
          inputRef={inputRef}
          options={[...names].map((name) => ({ value: name, label: name }))}
        />
      )}
    </FormField>
  );
}

function QuotaField({ form, user }: { form: UserForm; user: User }) {
  const change = useWatch({ control: form.control, name: "quota_change" });
  return (
    <QuotaChange
      before={user.quota}
      change={change}
      onChange={(units) => form.setValue("quota_change", units, { shouldDirty: true, shouldValidate: true })}
    />
  );
}

/** Bound by their owner; an administrator reads them. */
function Bindings({ user }: { user: User }) {
  const { t } = useTranslation("users");
  const text = (value: string) =>
    value === "" ? <span className="text-muted">{t("editor.notBound")}</span> : value;
  return (
    <KeyValueList
      items={[
        { label: t("editor.email"), value: text(user.email) },
        { label: "GitHub", value: text(user.github_id) },
        { label: t("editor.wechat"), value: text(user.wechat_id) },
        { label: "Telegram", value: text(user.telegram_id) },
        { label: "LinuxDO", value: text(user.linux_do_id) },
        { label: t("column.invited"), value: user.aff_count },
        { label: t("column.earned"), value: <QuotaText units={user.aff_history_quota} /> },
        ...(user.inviter_id === 0 ? [] : [{ label: t("editor.inviter"), value: `#${user.inviter_id}` }]),
        { label: t("column.created"), value: formatDateTime(user.created_at) },
        { label: t("column.lastLogin"), value: formatDateTime(user.last_login_at) },
      ]}
    />
  );
}
