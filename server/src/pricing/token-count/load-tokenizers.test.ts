import { expect, test } from "bun:test";
import { loadedEncoding, loadTokenizers } from "./load-tokenizers.ts";

test("both encodings are loaded once, and what was begun is waited for", async () => {
  const first = loadTokenizers();
  expect(loadTokenizers()).toBe(first);
  await first;
  expect(loadedEncoding("o200k_base")?.count("hello world")).toBe(2);
  expect(loadedEncoding("cl100k_base")?.count("hello world")).toBe(2);
});

test("nothing is loaded by counting alone", async () => {
  const program = `
    import { countTokens } from "./count-tokens.ts";
    import { loadTokenizers } from "./load-tokenizers.ts";
    const before = countTokens("gpt-4o", "Hello, world!").method;
    await Bun.sleep(0);
    const still = countTokens("gpt-4o", "Hello, world!").method;
    let turns = 0;
    const turn = () => { turns++; handle = setImmediate(turn); };
    let handle = setImmediate(turn);
    await loadTokenizers();
    clearImmediate(handle);
    console.log(JSON.stringify([before, still, countTokens("gpt-4o", "Hello, world!").method, turns > 20]));`;
  const child = Bun.spawn([process.execPath, "-e", program], { cwd: import.meta.dir, stdout: "pipe" });
  expect(JSON.parse(await child.stdout.text())).toEqual(["estimator", "estimator", "tokenizer", true]);
});
