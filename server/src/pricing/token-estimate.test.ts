import { expect, test } from "bun:test";
import { countTextTokens, estimatePromptTokens } from "./token-estimate.ts";

test.each([
  ["nothing", "", 0],
  ["one letter", "a", 1],
  ["English, under a quarter for a letter or a space", "The quick brown fox jumps over the lazy dog", 10],
  ["Chinese, one for a character", "你好世界", 4],
  ["Japanese and Korean alike", "こんにちは안녕", 7],
  ["Cyrillic, a half for a letter", "привет", 3],
  ["digits and signs, a half each", "2026-11-21", 5],
  ["emoji, two each", "🙂🙂", 4],
])("%s", (_, text, tokens) => {
  expect(countTextTokens(text)).toBe(tokens);
});

test("a text and its bytes are estimated alike", () => {
  const samples = [
    "Hello, world!\n",
    "价格：¥1.5/百万",
    "naïve café",
    "ไทย हिन्दी עברית",
    "👩‍👩‍👧 family",
    '{"a":[1,2]}',
  ];
  for (const sample of samples) {
    expect(estimatePromptTokens(new TextEncoder().encode(sample))).toBe(estimatePromptTokens(sample));
  }
});

// Token counts by OpenAI's cl100k_base encoding (gpt-tokenizer 4.0.0).
test.each([
  [
    "English",
    54,
    "Gateways stand between programs and the services they call. They check who is calling, decide where a call may go, and write down what it cost. When something breaks in the middle of an answer, they say so plainly instead of pretending that the answer was complete.",
  ],
  [
    "Chinese",
    78,
    "网关位于程序与其所调用的服务之间。它检查调用者是谁,决定请求可以发往何处,并记录每次调用的费用。当回答中途出错时,它会如实说明,而不会假装回答已经完成。",
  ],
  [
    "Russian",
    55,
    "Шлюз стоит между программами и сервисами, которые они вызывают. Он проверяет, кто звонит, и записывает стоимость каждого вызова.",
  ],
  ["Korean", 39, "게이트웨이는 프로그램과 서비스 사이에 있으며 누가 호출하는지 확인하고 비용을 기록합니다."],
])("%s prose is estimated within an eighth of what a tokenizer counts", (_, counted, text) => {
  expect(Math.abs(countTextTokens(text) - counted) / counted).toBeLessThan(1 / 8);
});
