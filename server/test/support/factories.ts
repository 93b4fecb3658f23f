import { Role } from "@tollgate/contract/roles";
import { NEVER_EXPIRES, UserStatus } from "@tollgate/contract/statuses";
import type { AppParts } from "../../src/app-parts.ts";
import { nowSeconds } from "../../src/lib/clock.ts";
import type { ChannelValues } from "../../src/resources/channels/channel-record.ts";
import { openTokenKey } from "../../src/resources/tokens/token-key.ts";
import type { TokenValues } from "../../src/resources/tokens/token-record.ts";
import { createUser } from "../../src/resources/users/create-user.ts";
import type { PasswordOptions } from "../../src/secrets/passwords.ts";
import { sampleChannel } from "./sample-channel.ts";

/** Real hashes at a thousandth of the cost. */
export const CHEAP_PASSWORDS: PasswordOptions = { cost: { memoryKib: 64, iterations: 1 } };
export const TEST_PASSWORD = "test-password-1";

let built = 0;
const nextName = (kind: string) => `${kind}${++built}`;

export interface UserFacts {
  username?: string;
  displayName?: string;
  password?: string;
  email?: string;
  role?: number;
  status?: number;
  group?: string;
  /** Default: 1,000,000 units. */
  quota?: number;
}

/** A stored user with an open account; answers the id. */
export async function buildUser(parts: AppParts, facts: UserFacts = {}): Promise<number> {
  const username = facts.username ?? nextName("user");
  const id = await createUser(parts, {
    username,
    displayName: facts.displayName ?? username,
    passwordHash: await parts.passwords.hash(facts.password ?? TEST_PASSWORD),
    role: facts.role ?? Role.user,
    quota: facts.quota ?? 1_000_000,
    ...(facts.group !== undefined && { group: facts.group }),
    ...(facts.email !== undefined && { email: facts.email }),
  });
  if (facts.status !== undefined && facts.status !== UserStatus.enabled)
    await parts.users.update(id, { status: facts.status });
  return id;
}

export interface TokenFacts extends Partial<Omit<TokenValues, "status">> {
  userId: number;
  status?: number;
  /** Default: 500,000 units. */
  remainQuota?: number;
}

/** A stored token; answers its id and its key without `sk-`. */
export async function buildToken(parts: AppParts, facts: TokenFacts): Promise<{ id: number; key: string }> {
  const { userId, status, remainQuota = 500_000, name = nextName("token"), ...values } = facts;
  const opening = { remainQuota, nowSeconds: nowSeconds(parts.clock) };
  await parts.tokens.create(
    userId,
    [name],
    {
      expired_time: NEVER_EXPIRES,
      unlimited_quota: false,
      model_limits_enabled: false,
      model_limits: [],
      allow_ips: [],
      group: "",
      auto_groups: [],
      cross_group_retry: false,
      ...values,
    },
    opening,
  );
  const { rows } = await parts.tokens.list(userId, { keyword: name, limit: 100, offset: 0 });
  const row = rows.find((found) => found.name === name);
  if (row === undefined) throw new Error(`token ${name} was not stored`);
  if (status !== undefined) await parts.tokens.update(userId, row.id, { status });
  return { id: row.id, key: openTokenKey(parts.secrets, row) };
}

export interface ChannelFacts extends Partial<ChannelValues> {
  key?: string;
}

/** A stored channel of type 1 (OpenAI) for the models named; answers its id. */
export async function buildChannel(parts: AppParts, facts: ChannelFacts = {}): Promise<number> {
  const { key = "sk-upstream-test-key", ...values } = facts;
  const name = values.name ?? nextName("channel");
  await parts.channels.create(
    sampleChannel({ models: ["gpt-4o-mini"], ...values, name }),
    [key],
    nowSeconds(parts.clock),
  );
  const newest = await parts.database.kysely
    .selectFrom("channels")
    .select("id")
    .where("name", "=", name)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  return newest.id;
}
