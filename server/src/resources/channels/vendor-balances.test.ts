import { afterAll, expect, test } from "bun:test";
import { CHANNEL_TYPES, channelTypeInfo } from "@tollgate/contract/channel-types";
import { createTestClock } from "../../../test/support/test-clock.ts";
import { createEgressPolicy } from "../../lib/egress/egress-policy.ts";
import { openExchange } from "../../lib/egress/upstream-exchange.ts";
import type { UpstreamRequest } from "../../lib/egress/upstream-exchange.ts";
import { hasBalance, readBalance } from "./vendor-balances.ts";
import type { VendorChannel } from "./vendor-call.ts";

/** Answers by path; records what was asked. */
let answers: Record<string, unknown> = {};
let seen: { path: string; key: string | null }[] = [];
const vendor = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch(request) {
    const { pathname, search } = new URL(request.url);
    const { headers } = request;
    seen.push({ path: pathname + search, key: headers.get("authorization") ?? headers.get("api-key") });
    const answer = answers[pathname];
    if (answer === undefined)
      return Response.json({ error: { message: "no key sk-1 here" } }, { status: 401 });
    return typeof answer === "string" ? new Response(answer) : Response.json(answer);
  },
});
afterAll(() => vendor.stop(true));

const origin = `http://127.0.0.1:${vendor.port}`;
const policy = createEgressPolicy("channel");
const deps = {
  clock: createTestClock(),
  yuanPerUsd: () => 7,
  openExchange: (request: UpstreamRequest) => openExchange(request, policy),
};
const read = (channel: Partial<VendorChannel>, given: Record<string, unknown>) => {
  answers = given;
  seen = [];
  return readBalance({ type: 1, baseUrl: origin, key: "sk-1", other: "", ...channel }, deps);
};
const billing = (root: string) => ({
  [`${root}/dashboard/billing/subscription`]: { hard_limit_usd: 100, has_payment_method: true },
  [`${root}/dashboard/billing/usage`]: { total_usage: 2550 },
});

test.each<[string, Partial<VendorChannel>, Record<string, unknown>, number]>([
  ["OpenAI's is the limit less this month's use", {}, billing("/v1"), 74.5],
  ["an address with its version is not given another", { baseUrl: `${origin}/v1` }, billing("/v1"), 74.5],
  [
    "a custom channel's is asked beside its full address",
    { type: 8, baseUrl: `${origin}/proxy/v1/chat/completions` },
    billing("/proxy/v1"),
    74.5,
  ],
  [
    "AIProxy's",
    { type: 10 },
    { "/api/report/getUserOverview": { success: true, data: { totalPoints: 12.5 } } },
    12.5,
  ],
  ["API2GPT's", { type: 12 }, { "/dashboard/billing/credit_grants": { total_remaining: 3 } }, 3],
  ["AIGC2D's", { type: 13 }, { "/dashboard/billing/credit_grants": { total_available: 4 } }, 4],
  [
    "OpenRouter's is the credits less their use",
    { type: 20 },
    { "/v1/credits": { data: { total_credits: 10, total_usage: 2.25 } } },
    7.75,
  ],
  ["Moonshot's is in yuan", { type: 25 }, { "/v1/users/me/balance": { data: { available_balance: 49 } } }, 7],
  [
    "SiliconFlow's is a text in yuan",
    { type: 40 },
    { "/v1/user/info": { data: { totalBalance: "14.00" } } },
    2,
  ],
  [
    "DeepSeek's is one a currency",
    { type: 43 },
    {
      "/user/balance": {
        balance_infos: [
          { currency: "CNY", total_balance: "70.00" },
          { currency: "USD", total_balance: "1.50" },
        ],
      },
    },
    11.5,
  ],
])("%s", async (_, channel, given, balance) => {
  expect(await read(channel, given)).toBeCloseTo(balance, 9);
  expect(new Set(seen.map(({ key }) => key?.replace("Bearer ", "")))).toEqual(new Set(["sk-1"]));
});

test("whoever pays by the month is asked for this month, others for a hundred days", async () => {
  await read({}, billing("/v1"));
  expect(seen.at(-1)?.path).toMatch(/\?start_date=\d{4}-\d\d-01&end_date=/);
  await read({}, { ...billing("/v1"), "/v1/dashboard/billing/subscription": { hard_limit_usd: 5 } });
  const [, from = "", to = ""] = /start_date=(.*)&end_date=(.*)/.exec(seen.at(-1)?.path ?? "") ?? [];
  expect((Date.parse(to) - Date.parse(from)) / 86_400_000).toBe(101);
});

test.each<[string, Record<string, unknown>, string]>([
  ["a refusal is told without the key", {}, "HTTP 401: no key *** here"],
  ["an answer that is no JSON", { "/v1/credits": "<html>" }, "the answer is not JSON"],
  ["an answer without the figure", { "/v1/credits": { data: {} } }, "no number in total_credits"],
])("%s", async (_, given, message) => {
  await expect(read({ type: 20 }, given)).rejects.toThrow(message);
});

test("the contract names the types whose vendor tells a balance", () => {
  const named = Object.keys(CHANNEL_TYPES).map(Number);
  expect(named.filter((type) => channelTypeInfo(type)?.tellsBalance)).toEqual(named.filter(hasBalance));
  expect([0, 28, 99].some(hasBalance)).toBe(false);
});
