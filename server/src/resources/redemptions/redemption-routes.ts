import { readPage } from "@tollgate/contract/envelope";
import type { BodyOf } from "@tollgate/contract/endpoint";
import { formatQuota } from "@tollgate/contract/quota";
import {
  createRedemptions,
  deleteInvalidRedemptions,
  deleteRedemption,
  getRedemption,
  listRedemptions,
  REDEMPTION_NAME_MAX,
  RedemptionStatus,
  searchRedemptions,
  updateRedemption,
} from "@tollgate/contract/redemptions";
import type { Redemption } from "@tollgate/contract/redemptions";
import { route } from "../../http/route.ts";
import type { Route } from "../../http/route.ts";
import { AppError } from "../../lib/app-error.ts";
import { clipText } from "../../lib/clip-text.ts";
import { nowSeconds } from "../../lib/clock.ts";
import type { Clock } from "../../lib/clock.ts";
import { givenFields } from "../../lib/given-fields.ts";
import type { SecretKeys } from "../../secrets/secret-keys.ts";
import type { OptionStore } from "../options/option-store.ts";
import { newRedemptionCode, openRedemptionCode } from "./redemption-code.ts";
import { checkExpiry, checkStatusChange } from "./redemption-policy.ts";
import type { RedemptionRow, RedemptionStore } from "./redemption-store.ts";

export interface RedemptionRouteParts {
  redemptions: RedemptionStore;
  secrets: Pick<SecretKeys, "vault">;
  options: Pick<OptionStore, "get">;
  clock: Clock;
}

/** What administrators do with redemption codes. Redeeming them is the wallet's. */
export function redemptionRoutes(parts: RedemptionRouteParts): Route[] {
  const { redemptions, clock } = parts;
  return [
    route(listRedemptions, ({ query }) => redemptionPage(parts, readPage(query), undefined)),
    route(searchRedemptions, ({ query }) => redemptionPage(parts, readPage(query), query.keyword?.trim())),
    route(getRedemption, async ({ id }) => redemptionView(found(await redemptions.get(id)), parts)),
    route(createRedemptions, async ({ caller, body: { count, name, ...values } }) => {
      const now = nowSeconds(clock);
      checkExpiry(values.expired_time, now);
      const codes = Array.from({ length: count }, newRedemptionCode);
      const shownName = name || nameFromQuota(values.quota, parts.options);
      await redemptions.create(codes, { ...values, name: shownName }, { by: caller.id, atSeconds: now });
      return codes;
    }),
    route(updateRedemption, async ({ query, body }) =>
      redemptionView(await changeRedemption(parts, body, query.status_only === true), parts),
    ),
    route(deleteRedemption, async ({ id }) => {
      if (!(await redemptions.remove(id, nowSeconds(clock)))) throw new AppError("redemption.not-found");
      return undefined;
    }),
    route(deleteInvalidRedemptions, () => redemptions.removeInvalid(nowSeconds(clock))),
  ];
}

/** Every change is guarded by the status it was judged by: a code that is redeemed meanwhile stays as it was. */
async function changeRedemption(
  { redemptions, options, clock }: RedemptionRouteParts,
  { id, status, name, quota, expired_time }: BodyOf<typeof updateRedemption>,
  isStatusOnly: boolean,
): Promise<RedemptionRow> {
  const row = found(await redemptions.get(id));
  if (isStatusOnly) {
    const changed = await redemptions.updateWhile(row.status, id, { status: checkStatusChange(row, status) });
    if (!changed) throw new AppError("redemption.used");
    return changed;
  }
  if (row.status !== RedemptionStatus.unused) throw new AppError("redemption.not-editable");
  // A form sends everything back: an expiry that has passed meanwhile may stay.
  if (expired_time !== row.expired_time) checkExpiry(expired_time, nowSeconds(clock));
  const shownName = name === "" ? nameFromQuota(quota ?? row.quota, options) : name;
  const change = givenFields({ name: shownName, quota, expired_time });
  const changed = await redemptions.updateWhile(RedemptionStatus.unused, id, change);
  if (!changed) throw new AppError("redemption.not-editable");
  return changed;
}

async function redemptionPage(
  parts: RedemptionRouteParts,
  { page, pageSize, offset }: ReturnType<typeof readPage>,
  keyword: string | undefined,
) {
  const { rows, total } = await parts.redemptions.list({ keyword, limit: pageSize, offset });
  return { items: rows.map((row) => redemptionView(row, parts)), page, page_size: pageSize, total };
}

/** A code without a name is called what it is worth. */
function nameFromQuota(quota: number, options: Pick<OptionStore, "get">): string {
  const inCurrency = options.get("DisplayInCurrencyEnabled");
  const text = formatQuota(quota, { inCurrency, quotaPerUnit: options.get("QuotaPerUnit") });
  return clipText(text, REDEMPTION_NAME_MAX);
}

function redemptionView(row: RedemptionRow, { secrets }: Pick<RedemptionRouteParts, "secrets">): Redemption {
  const { key_hash: _, key_sealed: __, deleted_at: ___, ...shown } = row;
  return { ...shown, key: openRedemptionCode(secrets, row) };
}

function found(row: RedemptionRow | undefined): RedemptionRow {
  if (!row) throw new AppError("redemption.not-found");
  return row;
}
