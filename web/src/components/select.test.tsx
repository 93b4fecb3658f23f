import { screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { renderPart } from "../test/render-part.tsx";
import { Segmented } from "./segmented.tsx";
import { Select } from "./select.tsx";

function Groups() {
  const [group, setGroup] = useState("");
  return (
    <>
      <Select
        label="分组"
        value={group}
        onValueChange={setGroup}
        options={[
          { value: "", label: "全部分组" },
          { value: "vip", label: "VIP", hint: "倍率 0.8" },
        ]}
      />
      <output>{JSON.stringify(group)}</output>
    </>
  );
}
const chosen = () => document.querySelector("output")?.textContent;

test("a select shows labels, and takes empty text for a choice like any other", async () => {
  const { user } = await renderPart(<Groups />);
  const box = screen.getByRole("combobox", { name: "分组" });
  expect(box.textContent).toBe("全部分组");
  await user.click(box);
  await user.click(await screen.findByRole("option", { name: /VIP/ }));
  expect(chosen()).toBe('"vip"');
  await user.click(box);
  await user.click(await screen.findByRole("option", { name: "全部分组" }));
  expect(chosen()).toBe('""');
});

test("a select works by keyboard", async () => {
  const { user } = await renderPart(<Groups />);
  await user.tab();
  await user.keyboard("{ArrowDown}");
  await screen.findByRole("option", { name: /VIP/ });
  await user.keyboard("{ArrowDown}{Enter}");
  expect(chosen()).toBe('"vip"');
});

function Kinds() {
  const [kind, setKind] = useState<"a" | "b">("a");
  return (
    <Segmented
      label="类型"
      value={kind}
      onValueChange={setKind}
      options={[
        { value: "a", label: "甲" },
        { value: "b", label: "乙" },
      ]}
    />
  );
}

test("of all choices in view one is always chosen", async () => {
  const { user } = await renderPart(<Kinds />);
  const pressed = () => screen.getAllByRole("button").map((button) => button.getAttribute("aria-pressed"));
  await user.click(screen.getByRole("button", { name: "乙" }));
  expect(pressed()).toEqual(["false", "true"]);
  await user.click(screen.getByRole("button", { name: "乙" }));
  expect(pressed()).toEqual(["false", "true"]);
});
