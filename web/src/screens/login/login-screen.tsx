import { zodResolver } from "@hookform/resolvers/zod";
import { Link, useNavigate } from "@tanstack/react-router";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { Alert } from "../../components/alert.tsx";
import { Button } from "../../components/button.tsx";
import { confirm } from "../../components/confirm.ts";
import { FieldFrame } from "../../components/field-frame.tsx";
import { fieldErrorText } from "../../components/form-field.tsx";
import { Input, PasswordInput } from "../../components/input.tsx";
import { AccountEntry } from "../../components/layout/account-entry.tsx";
import { notify } from "../../components/toaster.ts";
import { flagParam, textParam, useUrlState } from "../../lib/url-state.ts";
import { useStatus, useSystemName } from "../../session/use-status.ts";
import { credentialsSchema, useLogin } from "./use-login.ts";

const params = { expired: flagParam(), redirect: textParam() };

/** Sign-in with name or e-mail and password. */
export function LoginScreen() {
  const { t } = useTranslation("login");
  const [{ expired }] = useUrlState(params);
  const name = useSystemName();
  const status = useStatus();
  const isDisabled = status?.password_login_enabled === false;
  const mayRegister = status?.register_enabled === true && status.password_register_enabled;
  return (
    <AccountEntry title={t("welcome", { name })} footer={mayRegister ? <RegisterLink /> : undefined}>
      {expired && <Alert tone="warning">{t("expired", { ns: "errors" })}</Alert>}
      {isDisabled && <Alert tone="info">{t("disabled")}</Alert>}
      <LoginForm />
    </AccountEntry>
  );
}

function RegisterLink() {
  const { t } = useTranslation("login");
  return (
    <>
      {t("noAccount")}{" "}
      <Link to="/register" className="font-medium text-accent-text underline-offset-4 hover:underline">
        {t("register")}
      </Link>
    </>
  );
}

function LoginForm() {
  const { t } = useTranslation("login");
  const login = useLogin();
  const goOn = useGoOn();
  const form = useForm({
    resolver: zodResolver(credentialsSchema),
    defaultValues: { username: "", password: "" },
    reValidateMode: "onSubmit",
  });
  const { errors } = form.formState;
  const problem = errors.username?.message ?? errors.password?.message;
  const submit = form.handleSubmit(async (credentials) => {
    try {
      const user = await login.mutateAsync(credentials);
      notify.success(t("success"));
      await goOn(user.default_password);
    } catch {
      // The message was shown where calls are made.
      form.setFocus("password", { shouldSelect: true });
    }
  });
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {problem !== undefined && (
        <Alert tone="danger" isUrgent>
          {fieldErrorText(problem)}
        </Alert>
      )}
      <FieldFrame label={t("username")}>
        <Input
          {...form.register("username")}
          autoComplete="username"
          autoCapitalize="none"
          autoFocus
          className="h-9"
        />
      </FieldFrame>
      <FieldFrame label={t("password")}>
        <PasswordInput {...form.register("password")} autoComplete="current-password" className="h-9" />
      </FieldFrame>
      <Button type="submit" variant="primary" size="lg" className="mt-1" pending={login.isPending}>
        {t("submit")}
      </Button>
    </form>
  );
}

/** Leads from sign-in to where the person was going, past the warning about the default password. */
function useGoOn(): (hasDefaultPassword: boolean) => Promise<void> {
  const { t } = useTranslation("login");
  const navigate = useNavigate();
  const [{ redirect }] = useUrlState(params);
  return async (hasDefaultPassword) => {
    await navigate({ href: isOwnPath(redirect) ? redirect : "/token", replace: true });
    if (!hasDefaultPassword) return;
    const isChanging = await confirm({
      title: t("defaultPassword.title"),
      description: t("defaultPassword.description"),
      confirmLabel: t("defaultPassword.change"),
      cancelLabel: t("defaultPassword.later"),
    });
    if (isChanging) await navigate({ to: "/setting", hash: "password" });
  };
}

/** A path of this console, not an address of somebody else's. */
function isOwnPath(path: string): boolean {
  return /^\/(?![/\\])/.test(path) && !path.startsWith("/login");
}
