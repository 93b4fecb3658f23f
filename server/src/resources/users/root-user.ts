import { Role } from "@tollgate/contract/roles";
import { AppError } from "../../lib/app-error.ts";
import { randomText } from "../../lib/random-text.ts";
import type { Passwords } from "../../secrets/passwords.ts";
import { createUser } from "./create-user.ts";
import type { CreateUserParts } from "./create-user.ts";

const ROOT_NAME = "root";
const ROOT_QUOTA = 100_000_000;
const RANDOM_PASSWORD_LENGTH = 16;

/**
 * Makes the root user when there is none, with the operator's password or a random one. Answers the random password,
 * which is known to nobody else, so that it can be shown once; undefined otherwise.
 */
export async function ensureRoot(
  parts: CreateUserParts & { passwords: Passwords },
  givenPassword: string | null,
): Promise<string | undefined> {
  if (await parts.users.hasRoot()) return undefined;
  const password = givenPassword ?? randomText(RANDOM_PASSWORD_LENGTH);
  try {
    await createUser(parts, {
      username: ROOT_NAME,
      displayName: "Root User",
      passwordHash: await parts.passwords.hash(password),
      role: Role.root,
      quota: ROOT_QUOTA,
    });
  } catch (error) {
    // Another node that starts at the same moment was faster, and prints the password that counts.
    if (error instanceof AppError && (await parts.users.hasRoot())) return undefined;
    throw error;
  }
  return givenPassword === null ? password : undefined;
}
