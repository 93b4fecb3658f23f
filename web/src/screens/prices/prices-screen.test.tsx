import { act, screen, waitFor, within } from "@testing-library/react";
import { getPricing, type PricingEntry } from "@tollgate/contract/prices";
import { describe, expect, test, vi } from "vitest";
import { FakeRefusal } from "../../test/fake-server.ts";
import { renderConsole } from "../../test/render-console.tsx";
import { buildStatus } from "../../test/factories.ts";

const entry = (part: Partial<PricingEntry>): PricingEntry => ({
  model_name: "gpt-4o",
  quota_type: 0,
  model_ratio: 1.25,
  completion_ratio: 4,
  model_price: 0,
  enable_groups: ["default", "vip"],
  owner_by: "openai",
  ...part,
});
const ENTRIES = [
  entry({ cache_ratio: 0.5 }),
  entry({ model_name: "claude-opus", owner_by: "anthropic", model_ratio: 2.5, enable_groups: ["vip"] }),
  entry({ model_name: "dall-e-3", quota_type: 1, model_ratio: 0, model_price: 0.04 }),
  entry({
    model_name: "gemini-pro",
    owner_by: "google",
    model_ratio: 0.625,
    tiers: [{ above_input_tokens: 200_000, model_ratio: 1.25, completion_ratio: 6 }],
  }),
];

interface ListOptions extends NonNullable<Parameters<typeof renderConsole>[1]> {
  answer?: () => PricingEntry[];
  userGroup?: string;
}

async function renderList(search = "", options: ListOptions = {}) {
  const { answer = () => ENTRIES, userGroup = "default", ...rest } = options;
  // The server learns of prices before the console asks for them.
  const view = await renderConsole("/", { isGuest: true, ...rest });
  view.server.on(getPricing, () => answer());
  const top = {
    group_ratio: { default: 1, vip: 0.5 },
    usable_group: { default: "默认分组", vip: "VIP 分组" },
    user_group: userGroup,
    pricing_version: "1",
  };
  const fetchPlain = view.server.fetch;
  // Fields beside `data` as well as `data`: the fake server answers only one of them.
  vi.stubGlobal("fetch", async (address: string, init?: RequestInit) => {
    const response = await fetchPlain(address, init);
    if (!address.startsWith(getPricing.path) || response.status !== 200) return response;
    return Response.json({ ...(await response.json()), ...top });
  });
  await act(() => view.router.navigate({ href: `/pricing${search}` }));
  return view;
}

const row = async (model: string) => within(await screen.findByRole("row", { name: new RegExp(model) }));
const models = () =>
  screen
    .getAllByRole("row")
    .slice(1)
    .map(
      (element) => ENTRIES.find(({ model_name }) => element.textContent?.includes(model_name))?.model_name,
    );

describe("the price list", () => {
  test("is open to guests and stands in the top bar", async () => {
    await renderList();
    expect(await screen.findByRole("heading", { name: "模型价格" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "模型价格" }).getAttribute("href")).toBe("/pricing");
  });
  test("shows dollars for a million tokens, or for a call", async () => {
    await renderList();
    const gpt = await row("gpt-4o");
    for (const text of ["$2.50", "$10.00", "$1.25", "按量计费", "openai"]) {
      expect(gpt.getByText(text)).toBeTruthy();
    }
    const picture = await row("dall-e-3");
    expect(picture.getByText("按次计费")).toBeTruthy();
    expect(picture.getByText("$0.04", { exact: false })).toBeTruthy();
  });
  test("shows the chosen group's models at its ratio, and keeps the choice in the address", async () => {
    const { user, location } = await renderList();
    await row("gpt-4o");
    expect(screen.queryByText("claude-opus")).toBeNull();
    await user.click(screen.getByRole("combobox", { name: "分组" }));
    await user.click(await screen.findByRole("option", { name: /vip · 0.5×/ }));
    expect((await row("claude-opus")).getByText("$2.50")).toBeTruthy();
    expect((await row("dall-e-3")).getByText("$0.02", { exact: false })).toBeTruthy();
    expect(location().search).toMatchObject({ group: "vip" });
  });
  test("starts with the reader's own group", async () => {
    await renderList("", { userGroup: "vip", isGuest: false });
    expect((await row("gpt-4o")).getByText("$1.25")).toBeTruthy();
  });
  test("counts for a thousand tokens on demand", async () => {
    const { user } = await renderList();
    await row("gpt-4o");
    await user.click(screen.getByRole("button", { name: "1K tokens" }));
    expect((await row("gpt-4o")).getByText("$0.0025")).toBeTruthy();
  });
  test("shows raw units where the operator chose so", async () => {
    await renderList("", { state: { status: buildStatus({ display_in_currency: false }) } });
    expect(await screen.findByText(/^价格以额度点数表示/)).toBeTruthy();
    expect((await row("gpt-4o")).getByText("1,250,000")).toBeTruthy();
  });
  test("is searched, filtered and sorted from the address", async () => {
    await renderList("?order=dearest&group=vip");
    await row("gpt-4o");
    // By the call is no price to compare with: at the end in both orders.
    expect(models()).toEqual(["claude-opus", "gpt-4o", "gemini-pro", "dall-e-3"]);
  });
  test("finds models by name and vendor", async () => {
    await renderList("?keyword=GPT&vendor=openai");
    await row("gpt-4o");
    expect(models()).toEqual(["gpt-4o"]);
  });
  test("shows tiers on demand", async () => {
    const { user } = await renderList();
    await user.click(await screen.findByRole("button", { name: /阶梯.*gemini-pro/ }));
    const above = within(await screen.findByRole("region", { name: "输入超过 200,000 tokens" }));
    expect(above.getByText("$15.00")).toBeTruthy();
  });
  test("copies a model's name", async () => {
    const { user } = await renderList();
    await user.click((await row("gpt-4o")).getByRole("button", { name: "复制 gpt-4o" }));
    expect(await navigator.clipboard.readText()).toBe("gpt-4o");
  });
});

describe("instead of prices", () => {
  test("it says that nothing matches", async () => {
    await renderList("?keyword=nothing");
    expect(await screen.findByText("没有可用的模型")).toBeTruthy();
  });
  test("a guest comes to sign-in and back where the operator wants that", async () => {
    const { location } = await renderList("", {
      answer() {
        throw new FakeRefusal("session.required", 401);
      },
    });
    await waitFor(() => expect(location().pathname).toBe("/login"));
    expect(location().search).toMatchObject({ redirect: "/pricing" });
  });
  test("it says what went wrong and tries again", async () => {
    let isDown = true;
    const { user } = await renderList("", {
      answer() {
        if (isDown) throw new FakeRefusal("数据库不可用");
        return ENTRIES;
      },
    });
    expect(await screen.findByText("数据库不可用")).toBeTruthy();
    isDown = false;
    await user.click(screen.getByRole("button", { name: "重试" }));
    await waitFor(() => expect(screen.queryByText("数据库不可用")).toBeNull());
    expect(await row("gpt-4o")).toBeTruthy();
  });
});

test("prices in English", async () => {
  await renderList("", { language: "en" });
  expect(await screen.findByRole("heading", { name: "Model prices" })).toBeTruthy();
  expect((await row("gpt-4o")).getByText("By token")).toBeTruthy();
});
