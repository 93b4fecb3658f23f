import { expect, test } from "bun:test";

import { createBehaviourChoice } from "./behaviour-choice.ts";
import { createRequestRecorder, type RecordedRequest } from "./request-recorder.ts";

function requestOf(model: string, key: string): RecordedRequest {
  const request = {
    method: "POST",
    path: "/v1/chat/completions",
    query: new URLSearchParams(),
    headers: {},
    body: Buffer.alloc(0),
    keepAlive: true,
    json: { model },
    key,
  };
  return createRequestRecorder(false).open(request, model, 0).request;
}

test("the queue comes before the rules, and the rules before the default", () => {
  const choice = createBehaviourChoice();
  choice.setDefault({ content: "default" });
  choice.when({ model: "m1" }, { content: "rule" });
  choice.enqueue({ content: "first" }, { content: "second" });
  const contents = ["m1", "m1", "m1", "m2"].map((model) => choice.choose(requestOf(model, "k")).content);
  expect(contents).toEqual(["first", "second", "rule", "default"]);
});

test("a rule needs all of its fields to match, and the newest match counts", () => {
  const choice = createBehaviourChoice();
  choice.when({ model: "m1" }, { content: "by model" });
  choice.when({ model: "m1", key: "k1" }, { content: "by both" });
  choice.when({ path: "/v1/embeddings" }, { content: "by path" });
  expect(choice.choose(requestOf("m1", "k1")).content).toBe("by both");
  expect(choice.choose(requestOf("m1", "k2")).content).toBe("by model");
  expect(choice.choose(requestOf("m2", "k1"))).toEqual({});
});

test("a function decides by the request", () => {
  const choice = createBehaviourChoice();
  choice.setDefault((request) => ({ content: `to ${request.key}` }));
  expect(choice.choose(requestOf("m", "k9")).content).toBe("to k9");
  choice.clear();
  expect(choice.choose(requestOf("m", "k9"))).toEqual({});
});
