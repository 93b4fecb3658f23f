import { screen } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, test } from "vitest";
import { renderPart } from "../test/render-part.tsx";
import { ChipsInput } from "./chips-input.tsx";

function Models({ allowCustom }: { allowCustom: boolean }) {
  const [models, setModels] = useState<string[]>(["o3"]);
  return (
    <>
      <ChipsInput
        label="模型"
        value={models}
        onValueChange={setModels}
        options={["gpt-4o", "gpt-4o-mini", "o3"]}
        allowCustom={allowCustom}
      />
      <output>{models.join("|")}</output>
    </>
  );
}
const chosen = () => document.querySelector("output")?.textContent;
const box = () => screen.getByRole("combobox", { name: "模型" });

describe("names as chips", () => {
  test("are chosen from the list while typing", async () => {
    const { user } = await renderPart(<Models allowCustom={false} />);
    await user.type(box(), "mini");
    await user.click(await screen.findByRole("option", { name: "gpt-4o-mini" }));
    expect(chosen()).toBe("o3|gpt-4o-mini");
  });
  test("are removed one by one", async () => {
    const { user } = await renderPart(<Models allowCustom={false} />);
    await user.click(screen.getByRole("button", { name: "移除 o3" }));
    expect(chosen()).toBe("");
  });
  test("may be new where free text is welcome; the typed text comes before longer options", async () => {
    const { user } = await renderPart(<Models allowCustom />);
    await user.type(box(), "gpt-4");
    expect(await screen.findByRole("option", { name: "添加“gpt-4”" })).toBeTruthy();
    await user.keyboard("{Enter}");
    expect(chosen()).toBe("o3|gpt-4");
  });
  test("come several at once when commas separate them", async () => {
    const { user } = await renderPart(<Models allowCustom />);
    await user.click(box());
    await user.paste("a, b，o3");
    expect(chosen()).toBe("o3|a|b");
  });
});
