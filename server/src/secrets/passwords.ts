import { createWorkGate } from "./work-gate.ts";

export interface PasswordCost {
  readonly memoryKib: number;
  readonly iterations: number;
}

export interface PasswordOptions {
  /** Default 19 MiB and 2 passes, what OWASP recommends at least: about 30 ms. Tests use less. */
  readonly cost?: PasswordCost;
  /** How many hashes may be computed at once (default 2). */
  readonly maxRunning?: number;
  /** How many more may wait (default 64) before PasswordsBusyError. */
  readonly maxWaiting?: number;
}

/** Hashing is deliberately dear, so it is rationed: a flood of sign-ins waits here and not on every core. */
export interface Passwords {
  /** The argon2id hash of a password, with its salt and cost in it. Throws PasswordsBusyError. */
  hash(password: string): Promise<string>;
  /**
   * Whether the password has this hash: argon2id, or bcrypt from an older gateway's database. Null stands for "there
   * is no such user" and takes as long as a wrong password. A malformed hash is never equal. Throws PasswordsBusyError.
   */
  verify(password: string, hash: string | null): Promise<boolean>;
  /** Whether a hash is weaker than what `hash` makes today; call after a successful `verify` and store a new one. */
  needsRehash(hash: string): boolean;
}

/** Too many passwords are being checked; answer 429 or 503 and let the caller try again. */
export class PasswordsBusyError extends Error {
  override readonly name = "PasswordsBusyError";
  readonly code = "passwords.busy";
}

const DEFAULT_COST: PasswordCost = { memoryKib: 19_456, iterations: 2 };
/** No password is this long; a longer text is refused before it costs anything. */
const MAX_PASSWORD_BYTES = 1024;

export function createPasswords(options: PasswordOptions = {}): Passwords {
  const { cost = DEFAULT_COST, maxRunning = 2, maxWaiting = 64 } = options;
  const gate = createWorkGate(
    maxRunning,
    maxWaiting,
    () => new PasswordsBusyError("too many passwords are being checked"),
  );
  const algorithm = { algorithm: "argon2id", memoryCost: cost.memoryKib, timeCost: cost.iterations } as const;

  const hash = (password: string): Promise<string> => gate.run(() => Bun.password.hash(password, algorithm));
  // The hash of a password nobody knows, made at the first need and then kept.
  let nobodysHash: Promise<string> | null = null;

  return {
    hash,
    async verify(password, stored) {
      if (Buffer.byteLength(password) > MAX_PASSWORD_BYTES) return false;
      if (stored !== null) return gate.run(() => isPasswordOf(password, stored));
      nobodysHash ??= hash(crypto.randomUUID()).catch((problem: unknown) => {
        nobodysHash = null;
        throw problem;
      });
      const dummy = await nobodysHash;
      await gate.run(() => isPasswordOf(password, dummy));
      return false;
    },
    needsRehash(stored) {
      const [, memory, iterations] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/.exec(stored) ?? [];
      return Number(memory ?? 0) < cost.memoryKib || Number(iterations ?? 0) < cost.iterations;
    },
  };
}

async function isPasswordOf(password: string, hash: string): Promise<boolean> {
  try {
    return await Bun.password.verify(password, hash);
  } catch {
    // The only error there is: a text that is no hash of a known kind.
    return false;
  }
}
