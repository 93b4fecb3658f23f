import type { BodyOf } from "@tollgate/contract/endpoint";
import { Role } from "@tollgate/contract/roles";
import { register } from "@tollgate/contract/session";
import { route } from "../http/route.ts";
import type { Route } from "../http/route.ts";
import { AppError } from "../lib/app-error.ts";
import type { OptionStore } from "../resources/options/option-store.ts";
import { createUserWithGifts } from "../resources/users/welcome-gifts.ts";
import type { WelcomeParts } from "../resources/users/welcome-gifts.ts";
import type { Passwords } from "../secrets/passwords.ts";

export interface RegisterRouteParts extends WelcomeParts {
  options: Pick<OptionStore, "get">;
  passwords: Pick<Passwords, "hash">;
}

/** Making one's own account. */
export function registerRoutes(parts: RegisterRouteParts): Route[] {
  return [
    route(register, async ({ body }) => {
      checkRegistration(parts.options, body);
      // A code that nobody has, or no more, is no reason to turn somebody away.
      const inviter = body.aff_code ? await parts.users.findInviter(body.aff_code) : undefined;
      await createUserWithGifts(
        parts,
        {
          username: body.username,
          displayName: body.username,
          passwordHash: await parts.passwords.hash(body.password),
          role: Role.user,
        },
        inviter,
      );
      return undefined;
    }),
  ];
}

/** Throws what the operator's options, or the form itself, have against it. */
function checkRegistration(options: Pick<OptionStore, "get">, body: BodyOf<typeof register>): void {
  if (!options.get("RegisterEnabled")) throw new AppError("user.registration-off");
  if (!options.get("PasswordRegisterEnabled")) throw new AppError("user.password-registration-off");
  // Letting people in unchecked would betray the operator who switched a check on.
  if (options.get("TurnstileCheckEnabled")) throw new AppError("user.turnstile-unavailable");
  if (options.get("EmailVerificationEnabled"))
    throw new AppError(
      body.email && body.verification_code ? "user.email-unavailable" : "user.email-required",
    );
  if (body.password2 !== undefined && body.password2 !== body.password)
    throw new AppError("password.not-repeated");
}
