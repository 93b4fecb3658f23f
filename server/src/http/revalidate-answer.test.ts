import { expect, test } from "bun:test";
import { revalidateAnswer } from "./revalidate-answer.ts";

const answer = (ifNoneMatch?: string, text = "content") =>
  revalidateAnswer(
    new Request("http://gate.test/", {
      headers: ifNoneMatch === undefined ? {} : { "if-none-match": ifNoneMatch },
    }),
    new Response(text, {
      headers: { "content-type": "application/json", "cache-control": "no-store" },
    }),
  );

test("an answer carries the version of its content", async () => {
  const first = await answer();
  expect([first.status, await first.text()]).toEqual([200, "content"]);
  expect(first.headers.get("etag")).toMatch(/^W\/"[0-9a-f]{32}"$/);
  expect(first.headers.get("cache-control")).toBe("private, no-cache");
  expect((await answer()).headers.get("etag")).toBe(first.headers.get("etag"));
  expect((await answer(undefined, "other")).headers.get("etag")).not.toBe(first.headers.get("etag"));
});

test("a caller who has the version is told so without the content", async () => {
  const etag = (await answer()).headers.get("etag") ?? "";
  for (const has of [etag, etag.replace("W/", ""), `"x", ${etag}`]) {
    const again = await answer(has);
    expect([has, again.status, await again.text(), again.headers.get("etag")]).toEqual([has, 304, "", etag]);
  }
  for (const has of ['"x"', "", "*", etag.slice(2, -1)])
    expect([has, (await answer(has)).status]).toEqual([has, 200]);
});
