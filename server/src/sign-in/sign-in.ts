import { Role } from "@tollgate/contract/roles";
import { UserStatus } from "@tollgate/contract/statuses";
import { AppError } from "../lib/app-error.ts";
import type { Passwords } from "../secrets/passwords.ts";
import type { User, UserStore } from "../resources/users/user-store.ts";

export interface SignInParts {
  users: UserStore;
  passwords: Passwords;
}

/**
 * The user whose name (or e-mail address) and password these are. An unknown name, a wrong password and a banned user
 * get the same refusal after the same work, so that nobody learns which names exist. With sign-in by password
 * switched off root is still let in: otherwise a wrong setting could lock everybody out.
 */
export async function checkPassword(
  { users, passwords }: SignInParts,
  { name, password, isEnabled }: { name: string; password: string; isEnabled: boolean },
): Promise<User> {
  const user = await users.findBySignInName(name);
  const isRight = await passwords.verify(password, user?.password_hash ?? null);
  const isLetIn = isRight && user?.status === UserStatus.enabled && (isEnabled || user.role === Role.root);
  if (user === undefined || !isLetIn)
    throw new AppError(isEnabled ? "user.sign-in-wrong" : "user.sign-in-disabled");
  if (passwords.needsRehash(user.password_hash))
    await users.update(user.id, { password_hash: await passwords.hash(password) });
  return user;
}
