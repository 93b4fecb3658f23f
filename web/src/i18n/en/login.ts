import type { Texts } from "../i18n.ts";

export const login: Texts["login"] = {
  title: "Sign in",
  welcome: "Sign in to {{name}}",
  username: "User name or email",
  password: "Password",
  submit: "Sign in",
  success: "Signed in",
  noAccount: "No account yet?",
  register: "Sign up",
  disabled: "Sign-in by password is switched off",
  defaultPassword: {
    title: "You are using the default password",
    description:
      "Change it now: with the default password 123456 anyone can take over this system as its super admin.",
    change: "Change password",
    later: "Later",
  },
};
