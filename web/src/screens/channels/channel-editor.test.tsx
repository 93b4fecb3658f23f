import { screen, waitFor, within } from "@testing-library/react";
import { fetchChannelModels, fetchModels } from "@tollgate/contract/channel-operations";
import { createChannel, updateChannel } from "@tollgate/contract/channels";
import { beforeAll, describe, expect, test } from "vitest";
import { buildChannel } from "../../test/factories.ts";
import { renderConsole } from "../../test/render-console.tsx";

const name = () => screen.findByRole("textbox", { name: "名称" });
const save = () => screen.getByRole("button", { name: "保存" });
const chips = () =>
  screen.queryAllByRole("button", { name: /^移除 / }).map((chip) => chip.getAttribute("aria-label"));

// Chunks of their own, whose first load may take longer than a query waits.
beforeAll(() => Promise.all([import("./channels-screen.tsx"), import("./channel-editor.tsx")]));

describe("adding a channel", () => {
  test("needs name, key and a model", async () => {
    const { user, server } = await renderConsole("/channel/add");
    await name();
    await user.click(save());
    expect(await screen.findAllByText("请填写渠道名称和渠道密钥！")).toHaveLength(2);
    expect(screen.getByText("请至少选择一个模型！")).toBeTruthy();
    expect(server.callsOf(createChannel)).toEqual([]);
  });
  test("sends what was entered and goes back to the list", async () => {
    const { user, server, location } = await renderConsole("/channel/add");
    await user.type(await name(), "新渠道");
    await user.type(screen.getByRole("textbox", { name: "代理站地址" }), "http://10.0.0.5:8000//");
    await user.type(screen.getByLabelText(/^密钥/), "sk-up");
    await user.click(screen.getByRole("button", { name: "填入相关模型" }));
    await user.click(save());
    expect(await screen.findByText("渠道创建成功！")).toBeTruthy();
    expect(server.callsOf(createChannel)[0]?.body).toMatchObject({
      name: "新渠道",
      type: 1,
      base_url: "http://10.0.0.5:8000",
      key: "sk-up",
      group: ["default"],
      models: ["gpt-4o", "gpt-4o-mini", "o3-mini", "text-embedding-3-small"],
      auto_ban: true,
      priority: 0,
    });
    await waitFor(() => expect(location().pathname).toBe("/channel"));
  });
  test("fills, extends and clears the models", async () => {
    const { user } = await renderConsole("/channel/add");
    await name();
    await user.type(screen.getByRole("textbox", { name: "自定义模型名称" }), "mine, yours{Enter}");
    expect(chips()).toEqual(["移除 default", "移除 mine", "移除 yours"]);
    await user.type(screen.getByRole("textbox", { name: "自定义模型名称" }), "mine{Enter}");
    expect(await screen.findByText("某些模型已存在！")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "填入所有模型" }));
    expect(screen.getByText("已选 7 个模型")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "清除所有模型" }));
    expect(chips()).toEqual(["移除 default"]);
  });
  test("creates one channel a line in batch mode", async () => {
    const { user, server } = await renderConsole("/channel/add");
    await user.type(await name(), "一批");
    await user.click(screen.getByRole("switch", { name: "批量创建" }));
    await user.type(screen.getByRole("textbox", { name: /^密钥/ }), "k1{Enter}k2{Enter}{Enter}k3");
    expect(screen.getByText("将创建 3 个渠道")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "填入相关模型" }));
    await user.click(save());
    await screen.findByText("渠道创建成功！");
    expect(server.callsOf(createChannel)[0]?.body).toMatchObject({ key: "k1\nk2\n\nk3" });
  });
  test("asks for a full URL where the type is custom, and fills no models over chosen ones", async () => {
    const { user } = await renderConsole("/channel/add");
    await name();
    expect(screen.getByRole("textbox", { name: "组织" })).toBeTruthy();
    await user.click(screen.getByRole("combobox", { name: /^类型/ }));
    await user.click(await screen.findByRole("option", { name: "Custom" }));
    expect(await screen.findByRole("textbox", { name: /^完整的 Base URL/ })).toBeTruthy();
    expect(screen.queryByRole("textbox", { name: "组织" })).toBeNull();
    await user.click(screen.getByRole("combobox", { name: /^类型/ }));
    await user.click(await screen.findByRole("option", { name: "OpenAI" }));
    expect(await screen.findByText("已选 4 个模型")).toBeTruthy();
  });
  test("refuses a model redirect that is no JSON, and offers the template", async () => {
    const { user } = await renderConsole("/channel/add");
    await user.type(await name(), "新渠道");
    await user.type(screen.getByLabelText(/^密钥/), "sk-up");
    await user.click(screen.getByRole("button", { name: "填入相关模型" }));
    await user.click(screen.getByRole("button", { name: /高级设置/ }));
    await user.type(screen.getByRole("textbox", { name: "模型重定向" }), "a=b");
    await user.click(save());
    expect(await screen.findByText("模型映射必须是合法的 JSON 格式！")).toBeTruthy();
    await user.click(screen.getAllByRole("button", { name: "填入模板" })[0] ?? document.body);
    const template = { "gpt-3.5-turbo": "gpt-3.5-turbo-0125" };
    expect(
      JSON.parse(screen.getByRole<HTMLTextAreaElement>("textbox", { name: "模型重定向" }).value),
    ).toEqual(template);
    await waitFor(() => expect(screen.queryByText("模型映射必须是合法的 JSON 格式！")).toBeNull());
  });
});

const chooseType = async (user: Awaited<ReturnType<typeof renderConsole>>["user"], type: RegExp) => {
  await user.click(screen.getByRole("combobox", { name: /^类型/ }));
  await user.click(await screen.findByRole("option", { name: type }));
};

describe("what a type brings", () => {
  test.each<[number, RegExp]>([
    [3, /^默认 API 版本/],
    [18, /^模型版本/],
    [21, /^知识库 ID/],
    [22, /^私有部署地址/],
    [36, /^Suno 服务地址/],
    [37, /^应用类型/],
    [39, /^Account ID/],
    [41, /^部署地区/],
    [49, /^Bot ID/],
  ])("type %i has the field %s", async (type, field) => {
    await renderConsole("/channel/edit/5", { state: { channels: [buildChannel({ id: 5, type })] } });
    expect(await screen.findByRole("textbox", { name: field })).toBeTruthy();
  });
  test("an invitation stands where the vendor has one", async () => {
    await renderConsole("/channel/edit/5", { state: { channels: [buildChannel({ id: 5, type: 40 })] } });
    const link = await screen.findByRole("link", { name: "前往 SiliconFlow 注册" });
    expect(link.getAttribute("href")).toBe("https://cloud.siliconflow.cn");
  });
  test("a type that cannot be called yet says so, in the list and when chosen", async () => {
    const { user } = await renderConsole("/channel/add");
    await name();
    expect(screen.queryByText(/不会向其转发请求/)).toBeNull();
    await chooseType(user, /^Vidu.*暂不支持转发/);
    expect(await screen.findByText(/不会向其转发请求/)).toBeTruthy();
  });
  test("a key that is a JSON document and a region are asked for, and sent as they are", async () => {
    const { user, server } = await renderConsole("/channel/add");
    await user.type(await name(), "谷歌");
    await chooseType(user, /^Vertex AI/);
    expect(screen.queryByRole("switch", { name: "批量创建" })).toBeNull();
    const key = await screen.findByRole("textbox", { name: /^密钥/ });
    await user.type(key, "sk-1");
    await user.type(screen.getByRole("textbox", { name: "自定义模型名称" }), "pro{Enter}");
    await user.click(save());
    expect(await screen.findByText("该类型的密钥必须是合法的 JSON 格式！")).toBeTruthy();
    expect(screen.getByText("该类型的渠道缺少必填项")).toBeTruthy();
    await user.clear(key);
    await user.click(key);
    await user.paste('{"project_id":"p"}');
    await user.click(screen.getByRole("textbox", { name: /^部署地区/ }));
    await user.paste("us-central1");
    await user.click(save());
    await screen.findByText("渠道创建成功！");
    expect(server.callsOf(createChannel)[0]?.body).toMatchObject({
      type: 41,
      key: '{"project_id":"p"}',
      other: "us-central1",
    });
  });
});

describe("fetching a vendor's models", () => {
  test("needs the key of a new channel, and adds what the vendor has", async () => {
    const { user, server } = await renderConsole("/channel/add");
    await name();
    const fetchList = screen.getByRole("button", { name: "获取模型列表" });
    await user.click(fetchList);
    expect(await screen.findByText("请填写密钥")).toBeTruthy();
    expect(server.callsOf(fetchModels)).toEqual([]);
    await user.type(screen.getByLabelText(/^密钥/), "sk-up");
    await user.click(fetchList);
    await user.click(await screen.findByRole("button", { name: "使用所选的 2 个模型" }));
    expect(await screen.findByText("已选 2 个模型")).toBeTruthy();
    expect(server.callsOf(fetchModels)[0]?.body).toMatchObject({ type: 1, key: "sk-up" });
  });
  test("uses the stored key unless type or address have changed", async () => {
    const { user, server } = await renderConsole("/channel/edit/5", {
      state: { channels: [buildChannel({ id: 5, models: ["gpt-4o"] })] },
    });
    await screen.findByText("已选 1 个模型");
    await user.click(screen.getByRole("button", { name: "获取模型列表" }));
    const dialog = within(await screen.findByRole("dialog", { name: "获取模型列表" }));
    await user.click(dialog.getByRole("checkbox", { name: "stored-model" }));
    await user.click(dialog.getByRole("button", { name: "使用所选的 1 个模型" }));
    expect(chips()).toEqual(["移除 default", "移除 gpt-4o", "移除 stored-model"]);
    await user.type(screen.getByRole("textbox", { name: "代理站地址" }), "https://other.example.com");
    await user.click(screen.getByRole("button", { name: "获取模型列表" }));
    expect(await screen.findByText(/类型或地址已修改/)).toBeTruthy();
    expect(server.callsOf(fetchChannelModels).map((call) => call.id)).toEqual([5]);
  });
});

test("of what a vendor has the filtered ones are chosen at once; what it does not name stays", async () => {
  const { user, server } = await renderConsole("/channel/edit/5", {
    state: { channels: [buildChannel({ id: 5, models: ["own", "gpt-4o"] })] },
  });
  server.on(fetchChannelModels, () => ["gpt-4o", "gpt-4o-mini", "o3", "o3-mini"]);
  await screen.findByText("已选 2 个模型");
  await user.click(screen.getByRole("button", { name: "获取模型列表" }));
  const dialog = within(await screen.findByRole("dialog", { name: "获取模型列表" }));
  await user.type(dialog.getByRole("searchbox"), "o3");
  await user.click(dialog.getByRole("checkbox", { name: "全选（2 个）" }));
  expect(dialog.getAllByRole("listitem")).toHaveLength(2);
  await user.click(dialog.getByRole("button", { name: "使用所选的 3 个模型" }));
  expect(chips()).toEqual(["default", "own", "gpt-4o", "o3", "o3-mini"].map((model) => `移除 ${model}`));
});

test("templates of the extra settings are put in beside what is there", async () => {
  const { user } = await renderConsole("/channel/add");
  await name();
  await user.click(screen.getByRole("button", { name: /高级设置/ }));
  const setting = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "渠道额外设置" });
  const presets = within(screen.getByRole("group", { name: "填入模板: 渠道额外设置" }));
  await user.click(presets.getByRole("button", { name: "填入模板" }));
  expect(JSON.parse(setting.value)).toEqual({ force_format: true });
  await user.click(presets.getByRole("button", { name: "参数覆盖" }));
  expect(JSON.parse(setting.value)).toEqual({ force_format: true, param_override: { temperature: 0.7 } });
});

describe("changing a channel", () => {
  const channel = buildChannel({ id: 5, name: "旧名", models: ["gpt-4o"], tag: "eu", setting: '{"a":1}' });

  test("keeps the key unless one is entered", async () => {
    const { user, server } = await renderConsole("/channel/edit/5", { state: { channels: [channel] } });
    await waitFor(async () => expect(await name()).toHaveProperty("value", "旧名"));
    await user.type(await name(), "2");
    await user.click(save());
    expect(await screen.findByText("渠道更新成功！")).toBeTruthy();
    const body = server.callsOf(updateChannel)[0]?.body;
    expect(body).toMatchObject({ id: 5, name: "旧名2", tag: "eu", models: ["gpt-4o"], setting: '{"a":1}' });
    expect(body).not.toHaveProperty("key");
  });
  test("opens the advanced settings when one of them is set", async () => {
    await renderConsole("/channel/edit/5", { state: { channels: [channel] } });
    await waitFor(() =>
      expect(screen.getByRole("button", { name: /高级设置/ }).getAttribute("aria-expanded")).toBe("true"),
    );
  });
  test("says when the channel is gone", async () => {
    await renderConsole("/channel/edit/99");
    expect(await screen.findByText("渠道未找到，请刷新页面后重试。")).toBeTruthy();
  });
  test("has no address of its own for anything else", async () => {
    await renderConsole("/channel/edit/abc");
    expect(await screen.findByRole("heading", { name: "页面不存在" })).toBeTruthy();
  });
});
