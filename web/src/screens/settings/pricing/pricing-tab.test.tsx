import { screen, waitFor, within } from "@testing-library/react";
import { updateOptions } from "@tollgate/contract/options";
import { previewPrices, resetModelRatio } from "@tollgate/contract/prices";
import type userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { buildSelf } from "../../../test/factories.ts";
import { renderConsole } from "../../../test/render-console.tsx";
import { EMPTY_PREVIEW, renderPricing } from "./price-test-console.ts";

const DEFAULTS = { ModelRatio: { "gpt-4o": 1.25 }, CompletionRatio: { "gpt-4o": 4 } };
type User = ReturnType<typeof userEvent.setup>;
const button = (name: string) => screen.getByRole("button", { name });
const save = async (user: User) => user.click(button("保存"));
const row = async (model: string) => within(await screen.findByRole("row", { name: new RegExp(model) }));

/** Opens the drawer for a new model and fills it in. */
async function addModel(user: User, model: string, ratio: string) {
  await user.click(await screen.findByRole("button", { name: "添加模型" }));
  const drawer = within(await screen.findByRole("dialog", { name: "添加模型价格" }));
  await user.type(drawer.getByRole("combobox", { name: /模型名称/ }), `${model}{Tab}`);
  await user.type(drawer.getByRole("textbox", { name: "模型倍率" }), ratio);
  await user.click(drawer.getByRole("button", { name: "应用" }));
  return drawer;
}

describe("who sees the prices' tab", () => {
  test("only root", async () => {
    await renderConsole("/setting?tab=pricing", { state: { self: buildSelf({ role: 10 }) } });
    expect(await screen.findByRole("tab", { name: "个人设置" })).toBeTruthy();
    expect(screen.queryByRole("tab", { name: "分组与模型定价" })).toBeNull();
  });
});

describe("the table of models", () => {
  test("shows ten models a page", async () => {
    const ModelRatio = Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => [`model-${String(index).padStart(2, "0")}`, 1]),
    );
    const { user } = await renderPricing({ defaults: { ModelRatio } });
    expect(await screen.findByText("model-09")).toBeTruthy();
    expect(screen.queryByText("model-10")).toBeNull();
    await user.click(button("下一页"));
    expect(await screen.findByText("model-10")).toBeTruthy();
    expect(screen.getByText("第 11–12 条，共 12 条")).toBeTruthy();
  });
  test("shows dollars for a million tokens, the billing kind and whose price it is", async () => {
    await renderPricing({
      defaults: { ...DEFAULTS, ModelPrice: { "dall-e-3": 0.04 } },
      callUnits: { "dall-e-3": "image" },
      options: { ModelRatio: '{"house":6}' },
    });
    const shipped = await row("gpt-4o");
    for (const text of ["$2.50", "$10.00", "按量计费", "默认"]) expect(shipped.getByText(text)).toBeTruthy();
    const house = await row("house");
    expect(house.getByText("$12.00").className).toContain("red");
    expect(house.getByText("自定义")).toBeTruthy();
    expect((await row("dall-e-3")).getByText("按张计费")).toBeTruthy();
    expect((await row("dall-e-3")).getByText("/ 张")).toBeTruthy();
  });
  test("finds models that channels offer without a price", async () => {
    await renderPricing({ defaults: DEFAULTS, served: ["gpt-4o", "brand-new"] }, "&show=unpriced");
    expect((await row("brand-new")).getByText("未定价")).toBeTruthy();
    expect(screen.queryByText("gpt-4o")).toBeNull();
  });
  test("takes an own price away again, so that the default counts", async () => {
    const { user, options } = await renderPricing({
      defaults: DEFAULTS,
      options: { ModelRatio: '{"gpt-4o":9,"other":1}' },
    });
    await user.click(await screen.findByRole("button", { name: "将 gpt-4o 恢复为默认价格" }));
    expect((await row("gpt-4o")).getByText("默认")).toBeTruthy();
    await save(user);
    await waitFor(() => expect(JSON.parse(options.ModelRatio ?? "")).toEqual({ other: 1 }));
  });
});

describe("the editor of a model", () => {
  test("adds a model, and only the changed option is saved", async () => {
    const { user, server, options } = await renderPricing({ options: { CompletionRatio: '{"a":2}' } });
    await addModel(user, "house", "3.5");
    expect(await screen.findByText("1 项设置有未保存的修改：")).toBeTruthy();
    expect(server.callsOf(updateOptions)).toEqual([]);
    await save(user);
    expect(await screen.findByText("保存成功")).toBeTruthy();
    expect(server.callsOf(updateOptions)).toHaveLength(1);
    expect(JSON.parse(options.ModelRatio ?? "")).toEqual({ house: 3.5 });
    expect(screen.queryByRole("button", { name: "预览影响" })).toBeNull();
  });
  test("takes digits and one point only", async () => {
    const { user } = await renderPricing();
    await user.click(await screen.findByRole("button", { name: "添加模型" }));
    const field = await screen.findByRole("textbox", { name: "模型倍率" });
    await user.type(field, "-1e2.5.x7");
    expect(field).toHaveProperty("value", "12.57");
  });
  test("refuses a name that has a price", async () => {
    const { user } = await renderPricing({ defaults: DEFAULTS });
    await addModel(user, "gpt-4o", "1");
    expect(await screen.findByText("模型名称已存在")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "预览影响" })).toBeNull();
  });
  test("asks for a price", async () => {
    const { user } = await renderPricing();
    await user.click(await screen.findByRole("button", { name: "添加模型" }));
    await user.type(await screen.findByRole("combobox", { name: /模型名称/ }), "house{Tab}");
    await user.click(button("应用"));
    expect(await screen.findByText("请填写价格")).toBeTruthy();
  });
  test("turns dollars for a million tokens into ratios", async () => {
    const { user, options } = await renderPricing();
    await user.click(await screen.findByRole("button", { name: "添加模型" }));
    await user.type(await screen.findByRole("combobox", { name: /模型名称/ }), "house{Tab}");
    await user.type(screen.getByRole("textbox", { name: "输入价格（$/1M tokens）" }), "0.3");
    await user.type(screen.getByRole("textbox", { name: "输出价格（$/1M tokens）" }), "2.5");
    await user.click(button("应用"));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await save(user);
    await waitFor(() => expect(JSON.parse(options.ModelRatio ?? "")).toEqual({ house: 0.15 }));
    expect(JSON.parse(options.CompletionRatio ?? "")).toEqual({ house: 8.33333333333 });
  });
  test("says so when nothing was changed", async () => {
    const { user } = await renderPricing({ defaults: DEFAULTS });
    await user.click(await screen.findByRole("button", { name: "编辑 gpt-4o" }));
    await user.click(await screen.findByRole("button", { name: "应用" }));
    expect(await screen.findByText("你似乎并没有修改什么")).toBeTruthy();
  });
  test("makes a model cost by the call", async () => {
    const { user, options } = await renderPricing({ defaults: DEFAULTS });
    await user.click(await screen.findByRole("button", { name: "编辑 gpt-4o" }));
    await user.click(await screen.findByRole("button", { name: "按次计费" }));
    await user.type(screen.getByRole("textbox", { name: "模型固定价格" }), "0.05");
    await user.click(button("应用"));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect((await row("gpt-4o")).getByText("按次计费")).toBeTruthy();
    await save(user);
    await waitFor(() => expect(JSON.parse(options.ModelPrice ?? "")).toEqual({ "gpt-4o": 0.05 }));
  });
});

describe("tables as JSON", () => {
  const editor = () => screen.findByRole("textbox", { name: "模型倍率（JSON）" });
  test("say while typing what is wrong on which line, and cannot be saved so", async () => {
    const { user } = await renderPricing({}, "&part=json");
    const area = await editor();
    await user.clear(area);
    await user.paste('{\n  "a": 1,\n  "a": 2\n}');
    expect(await screen.findByText("“a”重复出现")).toBeTruthy();
    expect(screen.getByRole("button", { name: "第 3 行" })).toBeTruthy();
    expect(area.getAttribute("aria-invalid")).toBe("true");
    expect(button("保存")).toHaveProperty("disabled", true);
    expect(button("预览影响")).toHaveProperty("disabled", true);
  });
  test("are one with the table of models", async () => {
    const { user } = await renderPricing({}, "&part=json");
    await user.clear(await editor());
    await user.paste('{"house":2}');
    await user.click(button("模型价格"));
    expect((await row("house")).getByText("$4.00")).toBeTruthy();
    await user.click(button("模型倍率 JSON"));
    expect(await editor()).toHaveProperty("value", '{"house":2}');
  });
  test("lock the table of models while they are wrong", async () => {
    const { user } = await renderPricing({ defaults: DEFAULTS }, "&part=json");
    await user.clear(await editor());
    await user.paste("{");
    await user.click(button("模型价格"));
    expect(await screen.findByText(/修正后才能在此编辑：模型倍率/)).toBeTruthy();
    expect(button("编辑 gpt-4o")).toHaveProperty("disabled", true);
  });
  test("are set in order by a button", async () => {
    const { user } = await renderPricing({}, "&part=json");
    await user.clear(await editor());
    await user.paste('{"a":1}');
    const card = within(screen.getByRole("region", { name: "模型倍率" }));
    await user.click(card.getByRole("button", { name: "格式化" }));
    expect(await editor()).toHaveProperty("value", '{\n  "a": 1\n}');
  });
});

describe("groups", () => {
  test("get a ratio, may be chosen by users, and keep their names apart", async () => {
    const { user, options } = await renderPricing({}, "&part=groups");
    const name = await screen.findByRole("textbox", { name: "新分组名称" });
    await user.type(name, "vip");
    expect(await screen.findByText("分组名称已存在")).toBeTruthy();
    await user.clear(name);
    await user.type(name, "pro");
    await user.click(screen.getAllByRole("button", { name: "添加" })[0] ?? name);
    await user.clear(await screen.findByRole("textbox", { name: "pro 的倍率" }));
    await user.type(screen.getByRole("textbox", { name: "pro 的倍率" }), "0.5");
    await save(user);
    await waitFor(() =>
      expect(JSON.parse(options.GroupRatio ?? "")).toEqual({ default: 1, vip: 0.8, pro: 0.5 }),
    );
    expect(options.UserUsableGroups).toBe('{"default":"默认分组"}');
  });
  test("the default group stays", async () => {
    await renderPricing({}, "&part=groups");
    expect(await screen.findByRole("button", { name: "删除分组 default" })).toHaveProperty("disabled", true);
  });
  test("special ratios are shown in words and can be taken away", async () => {
    const { user, options } = await renderPricing(
      { options: { GroupGroupRatio: '{"vip":{"default":0.5}}' } },
      "&part=groups",
    );
    expect(await screen.findByText("vip 的用户使用 default")).toBeTruthy();
    await user.click(button("删除 vip 使用 default 的倍率"));
    await save(user);
    await waitFor(() => expect(options.GroupGroupRatio).toBe("{}"));
  });
});

describe("the preview", () => {
  const preview = {
    ...EMPTY_PREVIEW,
    calls: 12,
    calls_priced: 10,
    charged_quota: 500_000,
    quota: 750_000,
    models: [{ model_name: "gpt-4o", calls: 10, charged_quota: 500_000, quota: 750_000 }],
    groups: [{ group: "vip", calls: 10, charged_quota: 500_000, quota: 750_000 }],
    unpriced: ["old-model"],
  };
  test("shows what the last day would have cost, and saves from there", async () => {
    const { user, server } = await renderPricing({ preview });
    await addModel(user, "house", "2");
    await user.click(await screen.findByRole("button", { name: "预览影响" }));
    const dialog = within(await screen.findByRole("dialog", { name: "预览价格修改的影响" }));
    const shares = await dialog.findAllByText("(+50.0%)");
    expect(shares.map((share) => share.parentElement?.textContent)).toEqual(
      Array.from({ length: 3 }, () => "+$0.5000 (+50.0%)"),
    );
    expect(dialog.getByText("共 12 次调用，其中 10 次可以重新计价。")).toBeTruthy();
    expect(dialog.getByText("old-model")).toBeTruthy();
    expect(server.callsOf(previewPrices)[0]?.body).toEqual({
      options: { ModelRatio: '{\n  "house": 2\n}' },
      hours: 24,
    });
    expect(server.callsOf(updateOptions)).toEqual([]);
    await user.click(dialog.getByRole("button", { name: "保存修改" }));
    expect(await screen.findByText("保存成功")).toBeTruthy();
    expect(server.callsOf(updateOptions)).toHaveLength(1);
  });
  test("looks further back", async () => {
    const { user, server } = await renderPricing({ preview });
    await addModel(user, "house", "2");
    await user.click(await screen.findByRole("button", { name: "预览影响" }));
    await user.click(await screen.findByRole("button", { name: "最近 7 天" }));
    await waitFor(() => expect(server.callsOf(previewPrices).at(-1)?.body).toMatchObject({ hours: 168 }));
  });
});

describe("saving", () => {
  test("takes all changes in one call, or keeps all of them unsaved", async () => {
    const { user, options, server } = await renderPricing({ refused: ["CompletionRatio"] });
    await user.click(await screen.findByRole("button", { name: "添加模型" }));
    await user.type(await screen.findByRole("combobox", { name: /模型名称/ }), "house{Tab}");
    await user.type(screen.getByRole("textbox", { name: "模型倍率" }), "2");
    await user.type(screen.getByRole("textbox", { name: "补全倍率" }), "3");
    await user.click(button("应用"));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await save(user);
    expect(await screen.findByText(/存储已满/)).toBeTruthy();
    expect(server.callsOf(updateOptions)).toHaveLength(1);
    expect(options.ModelRatio).toBe("{}");
    expect(screen.getByText("2 项设置有未保存的修改：")).toBeTruthy();
  });
  test("asks before it overwrites what another administrator saved meanwhile", async () => {
    const { user, server, options } = await renderPricing();
    await addModel(user, "house", "2");
    options.ModelRatio = '{"theirs":1}';
    await save(user);
    const question = within(await screen.findByRole("alertdialog"));
    expect(question.getByText(/模型倍率/)).toBeTruthy();
    await user.click(question.getByRole("button", { name: "取消" }));
    expect(server.callsOf(updateOptions)).toEqual([]);
  });
});

describe("unsaved prices", () => {
  test("are asked about before leaving, but not while moving about in the tab", async () => {
    const { user, location } = await renderPricing();
    await addModel(user, "house", "2");
    await user.click(await screen.findByRole("button", { name: "分组倍率" }));
    expect(await screen.findByRole("textbox", { name: "新分组名称" })).toBeTruthy();
    await user.click(screen.getByRole("tab", { name: "个人设置" }));
    const question = within(await screen.findByRole("alertdialog"));
    await user.click(question.getByRole("button", { name: "继续编辑" }));
    expect(location().search).toMatchObject({ tab: "pricing" });
    await user.click(screen.getByRole("tab", { name: "个人设置" }));
    await user.click(
      within(await screen.findByRole("alertdialog")).getByRole("button", { name: "放弃修改" }),
    );
    await waitFor(() => expect(location().search).toMatchObject({ tab: "personal" }));
  });
  test("are dropped on demand", async () => {
    const { user, server } = await renderPricing();
    await addModel(user, "house", "2");
    await user.click(await screen.findByRole("button", { name: "放弃修改" }));
    await waitFor(() => expect(screen.queryByText("house")).toBeNull());
    expect(server.callsOf(updateOptions)).toEqual([]);
  });
});

describe("reset", () => {
  test("names what is lost before it asks the server", async () => {
    const { user, server } = await renderPricing({ options: { ModelRatio: '{"house":2,"other":1}' } });
    await user.click(await screen.findByRole("button", { name: "重置模型倍率" }));
    const question = within(await screen.findByRole("alertdialog"));
    expect(question.getByText(/模型倍率：2 项/)).toBeTruthy();
    expect(question.getByText("house, other")).toBeTruthy();
    expect(server.callsOf(resetModelRatio)).toEqual([]);
    await user.click(question.getByRole("button", { name: "重置" }));
    expect(await screen.findByText("模型倍率已重置")).toBeTruthy();
    await waitFor(() => expect(screen.queryByText("house")).toBeNull());
  });
});

test("prices in English", async () => {
  await renderPricing({ defaults: DEFAULTS }, "", "en");
  expect(await screen.findByRole("button", { name: "Add model" })).toBeTruthy();
  expect(screen.getByText("By token")).toBeTruthy();
});
