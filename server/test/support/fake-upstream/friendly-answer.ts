import type { Behaviour } from "./behaviour.ts";
import { member } from "./json-value.ts";
import type { RecordedRequest } from "./request-recorder.ts";

const TOKENS_PER_WORD = 1.3;
const CHARACTERS_PER_CHUNK = 4;
const HAN = /\p{Script=Han}/u;

/** What the development server answers: a text that quotes the user, in the user's script, with true usage. */
export function friendlyAnswer(request: RecordedRequest, chunkPaceMs: number): Behaviour {
  const texts = messageTexts(request.json);
  const question = texts.at(-1) ?? "";
  const content = HAN.test(question) ? chineseAnswer(question, request) : englishAnswer(question, request);
  return {
    content,
    chunkCount: Math.ceil(Array.from(content).length / CHARACTERS_PER_CHUNK),
    chunkPaceMs,
    promptTokens: countTokens(texts.join(" ")),
    completionTokens: countTokens(content),
  };
}

/** About how many tokens a text has. A Han character counts as a word. */
export function countTokens(text: string): number {
  const words = text.match(/\p{Script=Han}|[^\s\p{Script=Han}]+/gu) ?? [];
  return Math.ceil(words.length * TOKENS_PER_WORD);
}

function englishAnswer(question: string, request: RecordedRequest): string {
  return (
    `You said: “${question}”\n\n` +
    `I am the fake upstream, answering as ${request.model ?? "no model"}. ` +
    "No model was asked and nothing was paid, but everything between you and me is real: " +
    "the key, the channel, the stream and the charge in your log. 👋"
  );
}

function chineseAnswer(question: string, request: RecordedRequest): string {
  return (
    `您说的是：“${question}”\n\n` +
    `我是模拟上游，以 ${request.model ?? "未知模型"} 的名义回答。` +
    "没有调用任何模型，也没有产生费用；但令牌、渠道、流式输出和日志里的扣费都是真实的。👋"
  );
}

/** The texts of a chat's messages, the user's last one at the end; for other requests their prompt. */
function messageTexts(json: unknown): readonly string[] {
  const messages = member(json, "messages");
  if (!Array.isArray(messages)) return [textOf(member(json, "prompt") ?? member(json, "input"))];
  const lastOfUser = messages.findLast((message) => member(message, "role") === "user");
  const others = messages.filter((message) => message !== lastOfUser);
  return [...others, lastOfUser].map((message) => textOf(member(message, "content")));
}

/** The text of a content that is a text or a list of texts and parts. */
function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part) => textOf(member(part, "text") ?? part)).join(" ");
}
