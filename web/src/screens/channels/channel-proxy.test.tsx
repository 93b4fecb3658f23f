import { screen } from "@testing-library/react";
import { createChannel, updateChannel } from "@tollgate/contract/channels";
import { beforeAll, expect, test } from "vitest";
import { buildChannel } from "../../test/factories.ts";
import { renderConsole } from "../../test/render-console.tsx";

// Chunks of their own, whose first load may take longer than a query waits.
beforeAll(() => Promise.all([import("./channels-screen.tsx"), import("./channel-editor.tsx")]));

const proxyField = () => screen.getByRole("textbox", { name: "网络代理" });

test("a proxy is put into the extra settings and taken out again; the others stay", async () => {
  const proxy = "socks5h://me:********@10.0.0.1:1080";
  const setting = JSON.stringify({ force_format: true, proxy });
  const { user, server } = await renderConsole("/channel/edit/5", {
    state: { channels: [buildChannel({ id: 5, setting })] },
  });
  expect(await screen.findByDisplayValue(proxy)).toBe(proxyField());
  await user.clear(proxyField());
  await user.paste("http://10.0.0.2:3128");
  await user.click(screen.getByRole("button", { name: "保存" }));
  await screen.findByText(/更新成功/);
  const body = Object(server.callsOf(updateChannel)[0]?.body);
  expect(JSON.parse(body.setting)).toEqual({ force_format: true, proxy: "http://10.0.0.2:3128" });
});

test("what is no proxy is told in a sentence, and not sent", async () => {
  const { user, server } = await renderConsole("/channel/add");
  await user.type(await screen.findByRole("textbox", { name: "名称" }), "一个");
  await user.type(screen.getByLabelText(/^密钥/), "k1");
  await user.click(screen.getByRole("button", { name: "填入相关模型" }));
  await user.click(screen.getByRole("button", { name: /高级/ }));
  await user.click(proxyField());
  await user.paste("10.0.0.2:3128");
  await user.click(screen.getByRole("button", { name: "保存" }));
  expect((await screen.findAllByText(/^代理地址必须形如/)).length).toBeGreaterThan(0);
  expect(server.callsOf(createChannel)).toEqual([]);
});
