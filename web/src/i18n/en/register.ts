import type { Texts } from "../i18n.ts";

export const register: Texts["register"] = {
  welcome: "Sign up for {{name}}",
  invited: "You are signing up with an invitation",
  username: "User name",
  password: "Password",
  passwordHint: "8 to 20 characters",
  password2: "Password again",
  submit: "Sign up",
  success: "Your account was created",
  hasAccount: "Have an account?",
  signIn: "Sign in",
};
