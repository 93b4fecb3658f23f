import { useMutation } from "@tanstack/react-query";
import { newPassword, register, username } from "@tollgate/contract/session";
import * as z from "zod/mini";
import { call } from "../../api/api-client.ts";
import { useStatus } from "../../session/use-status.ts";

/** Makes an account; `affiliateCode` is the inviter's, empty without one. */
export function useRegister(affiliateCode: string) {
  return useMutation({
    mutationFn: (values: RegisterFormValues) =>
      call(register, { body: { ...values, ...(affiliateCode !== "" && { aff_code: affiliateCode }) } }),
  });
}

export const registerFormSchema = z.object({ username, password: newPassword, password2: z.string() }).check(
  z.refine(({ password, password2 }) => password === password2, {
    error: "password.not-repeated",
    path: ["password2"],
  }),
);
export type RegisterFormValues = z.output<typeof registerFormSchema>;

/** Why nobody can register here now, as the server would say it; undefined while people can, or as far as is known. */
export function useRegistrationRefusal():
  | "user.registration-off"
  | "user.password-registration-off"
  | undefined {
  const status = useStatus();
  if (status?.register_enabled === false) return "user.registration-off";
  return status?.password_register_enabled === false ? "user.password-registration-off" : undefined;
}
