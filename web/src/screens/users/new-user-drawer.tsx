import { createUser } from "@tollgate/contract/users";
import type { BodyOf } from "@tollgate/contract/endpoint";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { FormDrawer } from "../../components/form-drawer.tsx";
import { FormField } from "../../components/form-field.tsx";
import { Input, PasswordInput } from "../../components/input.tsx";
import { notify } from "../../components/toaster.ts";
import { schemaResolver } from "../../lib/schema-resolver.ts";
import { useCreateUser } from "./use-users.ts";

interface NewUserValues {
  username: string;
  display_name: string;
  password: string;
}

const EMPTY: NewUserValues = { username: "", display_name: "", password: "" };

/** The drawer that makes an ordinary user. */
export function NewUserDrawer({ onClosed }: { onClosed: () => void }) {
  const { t } = useTranslation("users");
  const { mutateAsync } = useCreateUser();
  const form = useForm<NewUserValues, unknown, BodyOf<typeof createUser>>({
    resolver: schemaResolver<NewUserValues, BodyOf<typeof createUser>>(createUser.shapes.body),
    defaultValues: EMPTY,
  });
  const save = async (values: BodyOf<typeof createUser>) => {
    await mutateAsync(values);
    notify.success(t("created"));
  };
  return (
    <FormDrawer title={t("editor.addTitle")} form={form} onSubmit={save} onClosed={onClosed}>
      <FormField control={form.control} name="username" label={t("editor.username")} required>
        {({ inputRef, ...binding }) => (
          <Input {...binding} ref={inputRef} autoComplete="off" spellCheck={false} />
        )}
      </FormField>
      <FormField
        control={form.control}
        name="display_name"
        label={t("editor.displayName")}
        description={t("editor.displayNameHint")}
      >
        {({ inputRef, ...binding }) => <Input {...binding} ref={inputRef} autoComplete="off" />}
      </FormField>
      <FormField
        control={form.control}
        name="password"
        label={t("editor.password")}
        description={t("editor.passwordHint")}
        required
      >
        {({ inputRef, ...binding }) => (
          <PasswordInput {...binding} ref={inputRef} autoComplete="new-password" />
        )}
      </FormField>
    </FormDrawer>
  );
}
