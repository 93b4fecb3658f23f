import { expect, test } from "bun:test";
import { createLossList } from "../chat/chat-loss.ts";
import { readAnnotation, writeAnnotation } from "./openai-responses-annotations.ts";

test("an annotation with fields that nobody knows is kept whole", () => {
  const raw = {
    type: "url_citation",
    url: "https://o.example",
    title: "Oslo",
    start_index: 0,
    end_index: 4,
    score: 1,
  };
  const annotation = readAnnotation(raw);
  expect(annotation).toEqual({ type: "vendor", dialect: "openai-responses", raw });
  expect(writeAnnotation(annotation, 9, "a", createLossList())).toBe(raw);
});

test("a place that nobody stated is the text so far, and is told as added", () => {
  const losses = createLossList();
  expect(writeAnnotation({ type: "url", url: "https://o.example" }, 9, "a", losses)).toEqual({
    type: "url_citation",
    url: "https://o.example",
    title: "",
    start_index: 0,
    end_index: 9,
  });
  expect(losses.list().map(({ path, what }) => `${path} ${what}`)).toEqual(["a added"]);
});

test("a place in a document that OpenAI does not keep is left out", () => {
  const losses = createLossList();
  const inDocument = { type: "document", documentIndex: 0, unit: "page", from: 1, to: 2 } as const;
  expect(writeAnnotation(inDocument, 9, "a", losses)).toBeUndefined();
  expect(writeAnnotation({ ...inDocument, fileId: "file-1" }, 9, "b", losses)).toEqual({
    type: "file_citation",
    file_id: "file-1",
    index: 0,
  });
  expect(losses.list().map(({ path }) => path)).toEqual(["a", "b.unit", "b.from", "b.to"]);
});
