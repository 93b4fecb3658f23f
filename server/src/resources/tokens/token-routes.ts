import type { BodyOf } from "@tollgate/contract/endpoint";
import { readPage } from "@tollgate/contract/envelope";
import { TokenStatus } from "@tollgate/contract/statuses";
import {
  createToken,
  deleteToken,
  deleteTokens,
  getToken,
  listTokens,
  searchTokens,
  updateToken,
} from "@tollgate/contract/tokens";
import type { Token } from "@tollgate/contract/tokens";
import { route } from "../../http/route.ts";
import type { Caller, Route } from "../../http/route.ts";
import { tokenAccount } from "../../ledger/account.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import type { Balance } from "../../ledger/verbs.ts";
import { AppError } from "../../lib/app-error.ts";
import { nowSeconds } from "../../lib/clock.ts";
import type { Clock } from "../../lib/clock.ts";
import { givenFields } from "../../lib/given-fields.ts";
import type { SecretKeys } from "../../secrets/secret-keys.ts";
import { tokenNames } from "./token-names.ts";
import { checkAddresses, checkEnabling, checkTokenGroup, shownStatus } from "./token-policy.ts";
import type { TokenRow, TokenValues } from "./token-record.ts";
import type { TokenFilter, TokenStore } from "./token-store.ts";
import { tokenView } from "./token-view.ts";

export interface TokenRouteDeps {
  tokens: TokenStore;
  ledger: Pick<Ledger<never>, "balances" | "adjust">;
  secrets: Pick<SecretKeys, "vault">;
  clock: Clock;
  /** Names of the groups that a user of this group may choose. */
  usableGroups(userGroup: string): readonly string[];
}

/** A user's own tokens; another user's are not found. */
export function tokenRoutes(deps: TokenRouteDeps): Route[] {
  const { tokens, clock } = deps;
  return [
    route(listTokens, ({ caller, query }) => tokenPage(deps, caller, readPage(query), {})),
    route(searchTokens, ({ caller, query }) =>
      tokenPage(deps, caller, readPage(query), { keyword: query.keyword, key: query.token }),
    ),
    route(getToken, async ({ caller, id }) => {
      const row = found(await tokens.get(caller.id, id));
      return tokenView(row, await balanceOf(deps, row.id), deps.secrets, nowSeconds(clock));
    }),
    route(createToken, async ({ caller, body }) => {
      const { name, count, remain_quota: remainQuota, ...rest } = body;
      const values = {
        ...rest,
        model_limits: rest.model_limits ?? [],
        allow_ips: rest.allow_ips ?? [],
        auto_groups: rest.auto_groups ?? [],
      };
      checkAddresses(values.allow_ips);
      for (const group of [values.group, ...values.auto_groups])
        checkTokenGroup(group, deps.usableGroups(caller.group));
      await tokens.create(caller.id, tokenNames(name, count), values, {
        remainQuota,
        nowSeconds: nowSeconds(clock),
      });
      return undefined;
    }),
    route(updateToken, ({ caller, query, body }) =>
      changeToken(deps, caller, query.status_only ? statusOnly(body) : body),
    ),
    route(deleteToken, async ({ caller, id }) => {
      if ((await tokens.remove(caller.id, [id], nowSeconds(clock))) === 0)
        throw new AppError("token.not-found");
      return undefined;
    }),
    route(deleteTokens, ({ caller, body }) => tokens.remove(caller.id, body.ids, nowSeconds(clock))),
  ];
}

async function tokenPage(
  deps: TokenRouteDeps,
  caller: Caller,
  { page, pageSize, offset }: ReturnType<typeof readPage>,
  filter: Pick<TokenFilter, "keyword" | "key">,
) {
  const { rows, total } = await deps.tokens.list(caller.id, { ...filter, limit: pageSize, offset });
  const balances = await deps.ledger.balances(rows.map(({ id }) => tokenAccount(id)));
  const now = nowSeconds(deps.clock);
  const items = rows.map((row) =>
    tokenView(row, balances.get(tokenAccount(row.id)) ?? NO_BALANCE, deps.secrets, now),
  );
  return { items, page, page_size: pageSize, total };
}

const NO_BALANCE: Balance = { posted: 0, held: 0, used: 0, requests: 0 };

async function balanceOf(deps: TokenRouteDeps, tokenId: number): Promise<Balance> {
  const account = tokenAccount(tokenId);
  return (await deps.ledger.balances([account])).get(account) ?? NO_BALANCE;
}

/** Changes what is given; the token's balance moves through the ledger. */
async function changeToken(
  deps: TokenRouteDeps,
  caller: Caller,
  body: BodyOf<typeof updateToken>,
): Promise<Token> {
  const row = found(await deps.tokens.get(caller.id, body.id));
  const { posted } = await balanceOf(deps, row.id);
  const now = nowSeconds(deps.clock);
  const { id, status, remain_quota: remainQuota = posted, ...values } = body;
  if (values.allow_ips) checkAddresses(values.allow_ips);
  // A group that the token has already may stay, even if it is no longer offered.
  if (values.group !== undefined && values.group !== row.group)
    checkTokenGroup(values.group, deps.usableGroups(caller.group));
  for (const group of values.auto_groups ?? []) checkTokenGroup(group, deps.usableGroups(caller.group));
  const change: Partial<TokenValues> = { ...givenFields(values), ...statusChange(status, row, posted, now) };
  if (change.status === TokenStatus.enabled && shownStatus(row, posted, now) !== TokenStatus.enabled)
    checkEnabling({ ...row, ...change, status: TokenStatus.enabled }, remainQuota, now);
  if (remainQuota !== posted) await setBalance(deps, id, remainQuota);
  const changed = found(await deps.tokens.update(caller.id, id, change));
  return tokenView(changed, await balanceOf(deps, id), deps.secrets, now);
}

function statusOnly({ id, status }: BodyOf<typeof updateToken>): BodyOf<typeof updateToken> {
  if (status !== TokenStatus.enabled && status !== TokenStatus.disabled)
    throw new AppError("token.status-invalid");
  return { id, status };
}

/** What a given status changes: 1 and 2 are the owner's to set; the shown system state, sent back, means no change. */
function statusChange(status: number | undefined, row: TokenRow, posted: number, now: number) {
  if (status === undefined) return {};
  if (status === TokenStatus.enabled || status === TokenStatus.disabled) return { status };
  if (status === shownStatus(row, posted, now)) return {};
  throw new AppError("token.status-invalid");
}

async function setBalance(deps: TokenRouteDeps, tokenId: number, remainQuota: number): Promise<void> {
  const outcome = await deps.ledger.adjust({
    key: `token-edit:${crypto.randomUUID()}`,
    account: tokenAccount(tokenId),
    change: { to: remainQuota },
  });
  if (!outcome.ok) throw new Error(`the balance of token ${tokenId} was not set: ${outcome.reason}`);
}

function found(row: TokenRow | undefined): TokenRow {
  if (!row) throw new AppError("token.not-found");
  return row;
}
