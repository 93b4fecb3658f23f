import { screen } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, test } from "vitest";
import { renderPart } from "../test/render-part.tsx";
import { Combobox } from "./combobox.tsx";

function Model({ allowCustom, first = "" }: { allowCustom: boolean; first?: string }) {
  const [model, setModel] = useState(first);
  return (
    <>
      <Combobox
        label="模型"
        value={model}
        onValueChange={setModel}
        options={["gpt-4o", "gpt-4o-mini", "o3"]}
        allowCustom={allowCustom}
      />
      <output>{model}</output>
    </>
  );
}
const chosen = () => document.querySelector("output")?.textContent;
const box = () => screen.getByRole("combobox", { name: "模型" });

describe("one name from a list", () => {
  test("is chosen while typing narrows the list", async () => {
    const { user } = await renderPart(<Model allowCustom={false} />);
    await user.type(box(), "mini");
    expect(screen.getAllByRole("option").map((option) => option.textContent)).toEqual(["gpt-4o-mini"]);
    await user.click(screen.getByRole("option", { name: "gpt-4o-mini" }));
    expect(chosen()).toBe("gpt-4o-mini");
  });
  test("may be typed freely where that is welcome", async () => {
    const { user } = await renderPart(<Model allowCustom />);
    await user.type(box(), " my-model ");
    await user.tab();
    expect(chosen()).toBe("my-model");
  });
  test("takes what is typed on Enter, before a form does", async () => {
    const sent: string[] = [];
    const { user } = await renderPart(
      <form onSubmit={(event) => (event.preventDefault(), sent.push(chosen() ?? ""))}>
        <Model allowCustom />
        <button type="submit">好</button>
      </form>,
    );
    await user.type(box(), "gpt-4{Enter}");
    expect(chosen()).toBe("gpt-4");
    expect(sent).toEqual([]);
    await user.keyboard("{Enter}");
    expect(sent).toEqual(["gpt-4"]);
  });
  test("goes back to what it was where free text is not welcome", async () => {
    const { user } = await renderPart(<Model allowCustom={false} first="o3" />);
    await user.type(box(), " nonsense");
    await user.tab();
    expect(chosen()).toBe("o3");
    expect(box()).toHaveProperty("value", "o3");
  });
  test("is cleared by its button", async () => {
    const { user } = await renderPart(<Model allowCustom={false} first="o3" />);
    await user.click(screen.getByRole("button", { name: "清除" }));
    expect(chosen()).toBe("");
  });
});
