import { describe, expect, test } from "vitest";
import page from "../index.html?raw";
import theme from "./theme.css?raw";

const sources = Object.entries(
  import.meta.glob<string>(["./**/*.{ts,tsx}", "!./**/*.test.*"], {
    query: "?raw",
    import: "default",
    eager: true,
  }),
);

/** The names that a block of custom properties sets. */
function namesIn(selector: string): string[] {
  const block = theme.slice(theme.indexOf(`\n${selector} {`)).split("\n}")[0] ?? "";
  return [...block.matchAll(/^ {2}(--[\w-]+):/gm)].map((match) => match[1] ?? "");
}

describe("colours", () => {
  test("stand in the theme and nowhere else", () => {
    const colour = /#[0-9a-f]{3,8}\b(?=["'\s;)])|\b(?:rgb|hsl|oklch|lab)a?\(/i;
    expect(sources.filter(([, source]) => colour.test(source)).map(([path]) => path)).toEqual([]);
  });
  test("that change at night are all colours of the day", () => {
    const day = new Set(namesIn(":root"));
    expect(namesIn(".dark").filter((name) => !day.has(name))).toEqual([]);
  });
  test("that utilities name exist", () => {
    const known = new Set(namesIn(":root"));
    const used = [...theme.matchAll(/--color-[\w-]+: var\((--[\w-]+)\)/g)].map((match) => match[1] ?? "");
    expect(used.filter((name) => !known.has(name))).toEqual([]);
    expect(used.length).toBeGreaterThan(40);
  });
});

describe("the page before the console", () => {
  test("has exactly one inline script, for the server to hash, and nothing else that a strict policy refuses", () => {
    const inline = [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)];
    expect(inline).toHaveLength(1);
    expect(page).not.toMatch(/<style|\sstyle=|\son\w+=/);
  });
  test("reads the same keys as the console writes", () => {
    const script = /<script>([\s\S]*?)<\/script>/.exec(page)?.[1] ?? "";
    expect(script).toContain('localStorage.getItem("theme-mode")');
    expect(script).toContain('localStorage.getItem("language")');
  });
});
