import { afterEach, describe, expect, test, vi } from "vitest";
import { createLocalChoice, createLocalJson, createLocalValue } from "./local-value.ts";

afterEach(() => localStorage.clear());

describe("a stored preference", () => {
  test("is remembered and told to listeners", () => {
    const value = createLocalChoice("word", ["a", "b"], "a");
    const listener = vi.fn();
    const stop = value.subscribe(listener);
    value.set("b");
    expect(value.get()).toBe("b");
    expect(localStorage.getItem("word")).toBe("b");
    stop();
    value.set("a");
    expect(listener).toHaveBeenCalledTimes(1);
  });
  test("falls back where the stored text makes no sense", () => {
    localStorage.setItem("word", "zebra");
    localStorage.setItem("object", "{broken");
    expect(createLocalChoice("word", ["a", "b"], "a").get()).toBe("a");
    expect(
      createLocalJson("object", 7, (value) => (typeof value === "number" ? value : undefined)).get(),
    ).toBe(7);
  });
  test("is forgotten when set to nothing", () => {
    const value = createLocalValue("count", 1, Number);
    value.set(5);
    value.set(undefined);
    expect(value.get()).toBe(1);
    expect(localStorage.getItem("count")).toBeNull();
  });
  test("follows what another tab writes", () => {
    const value = createLocalChoice("word", ["a", "b"], "a");
    window.dispatchEvent(new StorageEvent("storage", { key: "word", newValue: "b" }));
    expect(value.get()).toBe("b");
  });
  test("works without remembering where storage is refused", () => {
    vi.stubGlobal("localStorage", {
      getItem: () => null,
      setItem: () => {
        throw new DOMException("full", "QuotaExceededError");
      },
    });
    const value = createLocalChoice("word", ["a", "b"], "a");
    value.set("b");
    expect(value.get()).toBe("b");
    vi.unstubAllGlobals();
  });
});
