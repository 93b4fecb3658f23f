import type { Clock } from "../../lib/clock.ts";
import { customRoot, memberOf, readVendorJson, VendorError, versioned } from "./vendor-call.ts";
import type { VendorChannel } from "./vendor-call.ts";
import type { OpenOutbound } from "../../lib/egress/outbound.ts";

export interface BalanceDeps {
  openExchange: OpenOutbound;
  clock: Clock;
  /** What a US dollar costs in yuan: some vendors keep their books in yuan. */
  yuanPerUsd(): number;
}

type BalanceReader = (channel: VendorChannel, deps: BalanceDeps) => Promise<number>;

const DAY_MS = 86_400_000;

/** How each vendor tells what is left, by channel type. */
const BALANCES: Readonly<Record<number, BalanceReader>> = {
  1: (channel, deps) => openAiBalance(versioned(channel.baseUrl), channel, deps),
  8: (channel, deps) => openAiBalance(customRoot(channel.baseUrl), channel, deps),
  10: aiProxyBalance,
  12: (channel, deps) => creditGrants(channel, deps, "total_remaining"),
  13: (channel, deps) => creditGrants(channel, deps, "total_available"),
  20: openRouterBalance,
  25: moonshotBalance,
  40: siliconFlowBalance,
  43: deepSeekBalance,
};

export function hasBalance(type: number): boolean {
  return Object.hasOwn(BALANCES, type);
}

/** What is left with the vendor, in USD. Throws VendorError; `hasBalance` says for which types there is an answer. */
export async function readBalance(channel: VendorChannel, deps: BalanceDeps): Promise<number> {
  const read = hasBalance(channel.type) ? BALANCES[channel.type] : undefined;
  if (!read) throw new VendorError("the vendor tells no balance");
  return read(channel, deps);
}

/** The limit of the subscription less what was used. OpenAI has closed this to plain keys; the many that copy it have not. */
async function openAiBalance(root: string, channel: VendorChannel, deps: BalanceDeps): Promise<number> {
  const billing = `${root}/dashboard/billing`;
  const subscription = await readVendorJson(`${billing}/subscription`, channel, deps.openExchange);
  const limitUsd = amount(subscription, "hard_limit_usd");
  const nowMs = deps.clock.nowMs();
  // Who has no card on file has a grant, which is used up over months; others pay by the month.
  const isMonthly = memberOf(subscription, "has_payment_method") === true;
  const from = isMonthly ? `${dayOf(nowMs).slice(0, 7)}-01` : dayOf(nowMs - 100 * DAY_MS);
  const usage = await readVendorJson(
    `${billing}/usage?start_date=${from}&end_date=${dayOf(nowMs + DAY_MS)}`,
    channel,
    deps.openExchange,
  );
  return limitUsd - amount(usage, "total_usage") / 100;
}

/** Its reports live at an address of their own unless the channel has one. */
async function aiProxyBalance(channel: VendorChannel, { openExchange }: BalanceDeps): Promise<number> {
  const root = channel.baseUrl.replace("//api.aiproxy.io", "//aiproxy.io");
  const url = `${root}/api/report/getUserOverview`;
  const answer = await readVendorJson(url, channel, openExchange, { "api-key": channel.key });
  if (memberOf(answer, "success") === false) throw new VendorError(String(memberOf(answer, "message")));
  return amount(memberOf(answer, "data"), "totalPoints");
}

async function creditGrants(
  channel: VendorChannel,
  { openExchange }: BalanceDeps,
  field: string,
): Promise<number> {
  const url = `${channel.baseUrl}/dashboard/billing/credit_grants`;
  return amount(await readVendorJson(url, channel, openExchange), field);
}

/** Source: https://openrouter.ai/docs/api-reference/get-credits */
async function openRouterBalance(channel: VendorChannel, { openExchange }: BalanceDeps): Promise<number> {
  const answer = await readVendorJson(`${versioned(channel.baseUrl)}/credits`, channel, openExchange);
  const data = memberOf(answer, "data");
  return amount(data, "total_credits") - amount(data, "total_usage");
}

/** In yuan, but in dollars abroad. Source: https://platform.moonshot.cn/docs/api/balance */
async function moonshotBalance(channel: VendorChannel, deps: BalanceDeps): Promise<number> {
  const url = `${versioned(channel.baseUrl)}/users/me/balance`;
  const answer = await readVendorJson(url, channel, deps.openExchange);
  const available = amount(memberOf(answer, "data"), "available_balance");
  return hostOf(channel).endsWith(".ai") ? available : fromYuan(available, deps);
}

/** In yuan, but in dollars abroad. Source: https://docs.siliconflow.cn/cn/api-reference/userinfo/get-user-info */
async function siliconFlowBalance(channel: VendorChannel, deps: BalanceDeps): Promise<number> {
  const url = `${versioned(channel.baseUrl)}/user/info`;
  const answer = await readVendorJson(url, channel, deps.openExchange);
  const total = amount(memberOf(answer, "data"), "totalBalance");
  return hostOf(channel).endsWith(".com") ? total : fromYuan(total, deps);
}

/** One balance a currency. Source: https://api-docs.deepseek.com/api/get-user-balance */
async function deepSeekBalance(channel: VendorChannel, deps: BalanceDeps): Promise<number> {
  const root = channel.baseUrl.replace(/\/v1$/, "");
  const answer = await readVendorJson(`${root}/user/balance`, channel, deps.openExchange);
  const infos = memberOf(answer, "balance_infos");
  if (!Array.isArray(infos) || infos.length === 0) throw new VendorError("the answer names no balance");
  return infos.reduce<number>((sum, info: unknown) => {
    const total = amount(info, "total_balance");
    return sum + (memberOf(info, "currency") === "CNY" ? fromYuan(total, deps) : total);
  }, 0);
}

/** A number, or a text of one. */
function amount(value: unknown, field: string): number {
  const found = memberOf(value, field);
  const number = typeof found === "string" && found.trim() !== "" ? Number(found) : found;
  if (typeof number !== "number" || !Number.isFinite(number))
    throw new VendorError(`the answer has no number in ${field}`);
  return number;
}

function fromYuan(yuan: number, { yuanPerUsd }: BalanceDeps): number {
  const rate = yuanPerUsd();
  return rate > 0 ? yuan / rate : yuan;
}

function dayOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}

function hostOf({ baseUrl }: VendorChannel): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).hostname : "";
}
