import { zodResolver } from "@hookform/resolvers/zod";
import { Link, useNavigate } from "@tanstack/react-router";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { Alert } from "../../components/alert.tsx";
import { Button } from "../../components/button.tsx";
import { FormField, fieldErrorText } from "../../components/form-field.tsx";
import { Input, PasswordInput } from "../../components/input.tsx";
import { AccountEntry } from "../../components/layout/account-entry.tsx";
import { notify } from "../../components/toaster.ts";
import { textParam, useUrlState } from "../../lib/url-state.ts";
import { useSystemName } from "../../session/use-status.ts";
import { registerFormSchema, useRegister, useRegistrationRefusal } from "./use-register.ts";

const params = { aff: textParam() };

/** Making an account with name and password; the address may name who invited. */
export function RegisterScreen() {
  const { t } = useTranslation("register");
  const refusal = useRegistrationRefusal();
  return (
    <AccountEntry
      title={t("welcome", { name: useSystemName() })}
      footer={
        <>
          {t("hasAccount")}{" "}
          <Link to="/login" className="font-medium text-accent-text underline-offset-4 hover:underline">
            {t("signIn")}
          </Link>
        </>
      }
    >
      {refusal === undefined ? <RegisterForm /> : <Alert tone="info">{fieldErrorText(refusal)}</Alert>}
    </AccountEntry>
  );
}

function RegisterForm() {
  const { t } = useTranslation("register");
  const [{ aff }] = useUrlState(params);
  const register = useRegister(aff);
  const navigate = useNavigate();
  const form = useForm({
    resolver: zodResolver(registerFormSchema),
    defaultValues: { username: "", password: "", password2: "" },
  });
  const { control } = form;
  const submit = form.handleSubmit(async (values) => {
    try {
      await register.mutateAsync(values);
    } catch {
      // The message was shown where calls are made.
      form.setFocus("username", { shouldSelect: true });
      return;
    }
    notify.success(t("success"));
    await navigate({ to: "/login" });
  });
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {aff !== "" && <Alert tone="info">{t("invited")}</Alert>}
      <FormField control={control} name="username" label={t("username")} required>
        {({ inputRef, ...binding }) => (
          <Input
            {...binding}
            ref={inputRef}
            autoComplete="username"
            autoCapitalize="none"
            autoFocus
            className="h-9"
          />
        )}
      </FormField>
      <FormField
        control={control}
        name="password"
        label={t("password")}
        description={t("passwordHint")}
        required
      >
        {({ inputRef, ...binding }) => (
          <PasswordInput {...binding} ref={inputRef} autoComplete="new-password" className="h-9" />
        )}
      </FormField>
      <FormField control={control} name="password2" label={t("password2")} required>
        {({ inputRef, ...binding }) => (
          <PasswordInput {...binding} ref={inputRef} autoComplete="new-password" className="h-9" />
        )}
      </FormField>
      <Button type="submit" variant="primary" size="lg" className="mt-1" pending={register.isPending}>
        {t("submit")}
      </Button>
    </form>
  );
}
