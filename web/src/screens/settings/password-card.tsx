import { zodResolver } from "@hookform/resolvers/zod";
import { newPassword } from "@tollgate/contract/session";
import i18next from "i18next";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import * as z from "zod/mini";
import { Button } from "../../components/button.tsx";
import { SectionCard } from "../../components/card.tsx";
import { FormField } from "../../components/form-field.tsx";
import { PasswordInput } from "../../components/input.tsx";
import { notify } from "../../components/toaster.ts";
import { useChangePassword } from "./use-personal-settings.ts";

const schema = z
  .object({ original_password: z.string(), password: newPassword, confirmation: z.string() })
  .check(
    z.refine((values) => values.password === values.confirmation, {
      path: ["confirmation"],
      error: () => i18next.t("settings:password.mismatch"),
    }),
  );

const EMPTY = { original_password: "", password: "", confirmation: "" };

/** Changes one's own password. */
export function PasswordCard() {
  const { t } = useTranslation("settings");
  const { mutateAsync } = useChangePassword();
  const form = useForm({ resolver: zodResolver(schema), defaultValues: EMPTY });
  const submit = form.handleSubmit(async ({ original_password, password }) => {
    try {
      await mutateAsync({ original_password, password });
    } catch {
      // The message was shown where calls are made; the form stays as it is.
      return;
    }
    form.reset(EMPTY);
    notify.success(t("password.done"));
  });
  const fields = [
    { name: "original_password", label: t("password.original"), autoComplete: "current-password" },
    { name: "password", label: t("password.new"), hint: t("password.newHint"), autoComplete: "new-password" },
    { name: "confirmation", label: t("password.confirm"), autoComplete: "new-password" },
  ] as const;
  return (
    <SectionCard title={t("password.title")} description={t("password.description")}>
      <form id="password" noValidate onSubmit={submit} className="flex flex-col gap-4">
        {fields.map((field) => (
          <FormField
            key={field.name}
            control={form.control}
            name={field.name}
            label={field.label}
            {...("hint" in field ? { description: field.hint } : {})}
          >
            {({ inputRef, ...binding }) => (
              <PasswordInput {...binding} ref={inputRef} autoComplete={field.autoComplete} />
            )}
          </FormField>
        ))}
        <Button type="submit" variant="primary" className="self-start" pending={form.formState.isSubmitting}>
          {t("password.submit")}
        </Button>
      </form>
    </SectionCard>
  );
}
