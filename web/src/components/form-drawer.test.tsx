import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { schemaResolver } from "../lib/schema-resolver.ts";
import { renderPart } from "../test/render-part.tsx";
import { FormDrawer } from "./form-drawer.tsx";
import { FormField } from "./form-field.tsx";
import { Input } from "./input.tsx";

const schema = z.object({ name: z.string().check(z.minLength(1, "token.name-required")) });
type Values = z.output<typeof schema>;

function NameDrawer({ onSubmit }: { onSubmit: (values: Values) => Promise<unknown> }) {
  const [isShown, setShown] = useState(true);
  const form = useForm({ resolver: schemaResolver<Values, Values>(schema), defaultValues: { name: "旧名" } });
  if (!isShown) return <p>关了</p>;
  return (
    <FormDrawer title="改名" form={form} onSubmit={onSubmit} onClosed={() => setShown(false)}>
      <FormField control={form.control} name="name" label="名称">
        {({ inputRef, ...binding }) => <Input {...binding} ref={inputRef} />}
      </FormField>
    </FormDrawer>
  );
}

const setUp = (onSubmit: (values: Values) => Promise<unknown> = () => Promise.resolve()) =>
  renderPart(<NameDrawer onSubmit={onSubmit} />);
const box = () => screen.getByRole("textbox", { name: "名称" });

describe("a drawer with a form", () => {
  test("closes at once when nothing was changed", async () => {
    const { user } = await setUp();
    await user.keyboard("{Escape}");
    expect(await screen.findByText("关了")).toBeTruthy();
  });
  test("asks before changes are lost, and keeps them when told so", async () => {
    const { user } = await setUp();
    await user.type(box(), "!");
    await user.click(screen.getByRole("button", { name: "取消" }));
    const question = await screen.findByRole("alertdialog", { name: "放弃未保存的修改？" });
    await user.click(screen.getByRole("button", { name: "继续编辑" }));
    await waitFor(() => expect(question.isConnected).toBe(false));
    expect(box()).toHaveProperty("value", "旧名!");
    await user.click(screen.getByRole("button", { name: "取消" }));
    await user.click(await screen.findByRole("button", { name: "放弃修改" }));
    expect(await screen.findByText("关了")).toBeTruthy();
  });
  test("asks before navigation takes changes away", async () => {
    const { user, router } = await setUp();
    await user.type(box(), "!");
    void router.navigate({ to: "/elsewhere" });
    expect(await screen.findByRole("alertdialog")).toBeTruthy();
    expect(router.state.location.pathname).toBe("/");
    await user.click(screen.getByRole("button", { name: "放弃修改" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/elsewhere"));
  });
  test("says in the reader's language what is wrong, and does not save", async () => {
    const onSubmit = vi.fn(() => Promise.resolve());
    const { user } = await setUp(onSubmit);
    await user.clear(box());
    await user.click(screen.getByRole("button", { name: "保存" }));
    expect(await screen.findByText("请输入令牌名称")).toBeTruthy();
    expect(box().getAttribute("aria-invalid")).toBe("true");
    expect(onSubmit).not.toHaveBeenCalled();
  });
  test("saves and closes without asking", async () => {
    const onSubmit = vi.fn(() => Promise.resolve());
    const { user } = await setUp(onSubmit);
    await user.type(box(), "!{Enter}");
    expect(await screen.findByText("关了")).toBeTruthy();
    expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ name: "旧名!" });
  });
  test("stays open with everything in it when saving fails", async () => {
    const { user } = await setUp(() => Promise.reject(new Error("refused")));
    await user.type(box(), "!");
    await user.click(screen.getByRole("button", { name: "保存" }));
    await waitFor(() =>
      expect(screen.getByRole("button", { name: "保存" }).getAttribute("aria-busy")).toBeNull(),
    );
    expect(box()).toHaveProperty("value", "旧名!");
  });
});
