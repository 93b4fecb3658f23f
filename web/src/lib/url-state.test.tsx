import { screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { renderPart } from "../test/render-part.tsx";
import {
  flagParam,
  intParam,
  optionalIntParam,
  parseSearch,
  stringifySearch,
  textParam,
  useUrlState,
} from "./url-state.ts";

const params = { keyword: textParam(), p: intParam(1, 1), isOn: flagParam() };

function Probe() {
  const [values, change] = useUrlState(params);
  return (
    <>
      <output>{JSON.stringify(values)}</output>
      <button type="button" onClick={() => change({ keyword: "a b", p: 1 })}>
        change
      </button>
    </>
  );
}

describe("state in the address", () => {
  test("is read, with fallbacks for what is absent or makes no sense", async () => {
    await renderPart(<Probe />, "/?keyword=007&p=-3&isOn=1&other=x");
    expect(screen.getByRole("status").textContent).toBe('{"keyword":"007","p":1,"isOn":true}');
  });
  test("is written without defaults, and leaves the rest alone", async () => {
    const { router, user } = await renderPart(<Probe />, "/?p=4&other=x");
    await user.click(screen.getByRole("button"));
    expect(router.state.location.href).toBe("/?other=x&keyword=a+b");
  });
});

test("texts stay texts in the search", () => {
  expect(parseSearch("?keyword=007&flag=true")).toEqual({ keyword: "007", flag: "true" });
  expect(stringifySearch({ a: "1 & 2", b: undefined, c: "" })).toBe("?a=1+%26+2");
  expect(stringifySearch({})).toBe("");
});

test("an absent number is nothing, not zero", () => {
  const param = optionalIntParam();
  expect(param.read(undefined)).toBeUndefined();
  expect(param.read("0")).toBe(0);
  expect(param.write(undefined)).toBeUndefined();
  expect(param.write(0)).toBe("0");
});
