import { screen } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, test, vi } from "vitest";
import { renderPart } from "../test/render-part.tsx";
import { Button } from "./button.tsx";
import { LabeledCheckbox } from "./checkbox.tsx";
import { CollapsibleSection } from "./form-section.tsx";
import { IconButton } from "./icon-button.tsx";
import { PasswordInput, SearchInput } from "./input.tsx";
import { KeyValueList } from "./key-value-list.tsx";
import { LetterAvatar } from "./letter-avatar.tsx";
import { NumberInput } from "./number-input.tsx";
import { Progress } from "./progress.tsx";
import { StatusDot } from "./status-dot.tsx";
import { LabeledSwitch } from "./switch.tsx";
import { TagList } from "./tag-list.tsx";

describe("buttons", () => {
  test("that are busy keep the focus and ignore presses", async () => {
    const onClick = vi.fn();
    const { user } = await renderPart(
      <Button pending onClick={onClick}>
        保存
      </Button>,
    );
    const button = screen.getByRole("button", { name: "保存" });
    await user.click(button);
    expect(onClick).not.toHaveBeenCalled();
    expect(button.getAttribute("aria-busy")).toBe("true");
    expect(document.activeElement).toBe(button);
  });
  test("with only an icon have a name, and tell it on focus", async () => {
    const { user } = await renderPart(<IconButton label="刷新">↻</IconButton>);
    await user.tab();
    expect(screen.getByRole("button", { name: "刷新" })).toBe(document.activeElement);
    expect(await screen.findByText("刷新")).toBeTruthy();
  });
});

describe("inputs", () => {
  test("a password can be shown for a moment", async () => {
    const { user } = await renderPart(<PasswordInput aria-label="密码" defaultValue="secret" />);
    const box = screen.getByLabelText("密码");
    expect(box).toHaveProperty("type", "password");
    await user.click(screen.getByRole("button", { name: "显示密码" }));
    expect(box).toHaveProperty("type", "text");
    await user.click(screen.getByRole("button", { name: "隐藏密码" }));
    expect(box).toHaveProperty("type", "password");
  });
  test("a search box empties itself", async () => {
    const onValueChange = vi.fn();
    const { user } = await renderPart(<SearchInput label="搜索" value="abc" onValueChange={onValueChange} />);
    await user.click(screen.getByRole("button", { name: "清除" }));
    expect(onValueChange).toHaveBeenCalledWith("");
  });
  test("a number counts by steps within its range; empty is nothing", async () => {
    const seen: (number | null)[] = [];
    function Count() {
      const [value, setValue] = useState<number | null>(9);
      return (
        <NumberInput
          label="数量"
          value={value}
          min={0}
          max={10}
          onValueChange={(next) => {
            seen.push(next);
            setValue(next);
          }}
        />
      );
    }
    const { user } = await renderPart(<Count />);
    await user.click(screen.getByRole("button", { name: "增加" }));
    expect(screen.getByRole("button", { name: "增加" })).toHaveProperty("disabled", true);
    await user.clear(screen.getByRole("textbox", { name: "数量" }));
    expect(seen).toEqual([10, null]);
  });
  test("texts beside a switch and a checkbox toggle them", async () => {
    const onSwitch = vi.fn();
    const onCheck = vi.fn();
    const { user } = await renderPart(
      <>
        <LabeledSwitch checked={false} onCheckedChange={onSwitch}>
          无限额度
        </LabeledSwitch>
        <LabeledCheckbox checked onCheckedChange={onCheck}>
          自动禁用
        </LabeledCheckbox>
      </>,
    );
    await user.click(screen.getByText("无限额度"));
    await user.click(screen.getByText("自动禁用"));
    expect(onSwitch).toHaveBeenCalledWith(true);
    expect(onCheck.mock.calls[0]?.[0]).toBe(false);
    expect(screen.getByRole("switch", { name: "无限额度" })).toBeTruthy();
    expect(screen.getByRole("checkbox", { name: "自动禁用" })).toBeTruthy();
  });
});

describe("what is shown", () => {
  test("a long list of names folds into a count whose tooltip has the rest", async () => {
    const { user } = await renderPart(<TagList items={["a", "b", "c", "d"]} limit={2} />);
    expect(screen.queryByText("c")).toBeNull();
    await user.hover(screen.getByRole("button", { name: "+2" }));
    expect(await screen.findByText("c, d")).toBeTruthy();
  });
  test("a state is a button only where there is a reason to tell", async () => {
    await renderPart(
      <>
        <StatusDot tone="green">已启用</StatusDot>
        <StatusDot tone="yellow" reason="超时">
          自动禁用
        </StatusDot>
      </>,
    );
    expect(screen.getAllByRole("button").map((button) => button.textContent)).toEqual(["自动禁用"]);
  });
  test("the letter of a name is whole even outside the basic plane, and its colour stays", async () => {
    const { container } = await renderPart(
      <>
        <LetterAvatar name="𠮷野" />
        <LetterAvatar name="𠮷野" />
        <LetterAvatar name="" />
      </>,
    );
    const [first, second, empty] = [...container.querySelectorAll("span[aria-hidden]")];
    expect(first?.textContent).toBe("𠮷");
    expect(first?.className).toBe(second?.className);
    expect(empty?.textContent).toBe("?");
  });
  test("facts are terms with their descriptions", async () => {
    await renderPart(<KeyValueList items={[{ label: "编号", value: "42" }]} />);
    expect(screen.getByRole("term").textContent).toBe("编号");
    expect(screen.getByRole("definition").textContent).toBe("42");
  });
  test("progress stays between nothing and all", async () => {
    await renderPart(<Progress value={130} label="已用" />);
    expect(screen.getByRole("progressbar", { name: "已用" }).getAttribute("aria-valuenow")).toBe("100");
  });
  test("a folded section opens when something inside needs attention", async () => {
    const { user, rerender } = await renderPart(
      <CollapsibleSection title="高级设置" summary="很少用">
        内容
      </CollapsibleSection>,
    );
    const button = screen.getByRole("button", { name: /高级设置/ });
    expect(button.getAttribute("aria-expanded")).toBe("false");
    await user.click(button);
    expect(button.getAttribute("aria-expanded")).toBe("true");
    rerender(
      <CollapsibleSection isForcedOpen title="高级设置">
        内容
      </CollapsibleSection>,
    );
    expect(screen.getByRole("button", { name: "高级设置" }).getAttribute("aria-expanded")).toBe("true");
  });
});
