import { expect, test } from "bun:test";
import OpenAI from "openai";

const URL_PATTERN = /http:\/\/\S+/;

test("the development server quotes the user in a paced stream and ends on a signal", async () => {
  const command = [
    process.execPath,
    `${import.meta.dir}/fake-upstream-cli.ts`,
    "--port",
    "0",
    "--pace-ms",
    "1",
  ];
  await using child = Bun.spawn(command, { stdout: "pipe", stderr: "inherit" });
  const greeting = await child.stdout.pipeThrough(new TextDecoderStream()).getReader().read();
  const baseURL = URL_PATTERN.exec(greeting.value ?? "")?.[0] ?? "";

  const client = new OpenAI({ apiKey: "any", baseURL, maxRetries: 0 });
  const stream = await client.chat.completions.create({
    model: "gpt-4o",
    messages: [
      { role: "system", content: "Be brief." },
      { role: "user", content: [{ type: "text", text: "What is a tollgate?" }] },
    ],
    stream: true,
    stream_options: { include_usage: true },
  });
  const chunks = await Array.fromAsync(stream);
  const text = chunks.map((chunk) => chunk.choices[0]?.delta.content ?? "").join("");
  expect(text).toContain("“What is a tollgate?”");
  expect(text).toContain("gpt-4o");
  expect(chunks.length).toBeGreaterThan(20);
  expect(chunks.at(-1)?.usage?.prompt_tokens).toBe(8);

  const chinese = await client.chat.completions.create({
    model: "gpt-4o",
    messages: [{ role: "user", content: "你好" }],
  });
  expect(chinese.choices[0]?.message.content).toContain("“你好”");

  child.kill("SIGTERM");
  expect(await child.exited).toBe(0);
});
