import type { Behaviour } from "./behaviour.ts";
import type { Dialect, Reply } from "./dialect.ts";
import { dataEvent, jsonReply } from "./dialect.ts";
import { member } from "./json-value.ts";
import { answerTokens, spokenAnswer } from "./spoken-answer.ts";

const TOKEN_PATH = "/oauth/2.0/token";
const CHAT_PATH = /^\/rpc\/2\.0\/ai_custom\/v1\/wenxinworkshop\/chat\/([^/]+)$/;

/** What the token server gives, and the chats demand. */
const BAIDU_TOKEN = "24.6c5e1ff107f0e8bcef8c46d3424a0e78";

/** Baidu's first chat interface as https://cloud.baidu.com/doc/WENXINWORKSHOP describes it: errors under status 200. */
export const ernieDialect: Dialect = {
  serves: (path) => path === TOKEN_PATH || CHAT_PATH.test(path),
  modelOf: ({ path }) => CHAT_PATH.exec(path)?.[1],
  refuse({ path, query }) {
    if (path === TOKEN_PATH || !CHAT_PATH.test(path)) return undefined;
    if (query.get("access_token") === BAIDU_TOKEN) return undefined;
    return jsonReply({ error_code: 110, error_msg: "Access token invalid or no longer valid" });
  },
  reply({ path, json }, behaviour): Reply {
    if (path === TOKEN_PATH) return jsonReply({ access_token: BAIDU_TOKEN, expires_in: 2592000 });
    return member(json, "stream") === true ? streamed(behaviour) : jsonReply(wholeAnswer(behaviour));
  },
  errorReply: (_status, { code, message }) =>
    jsonReply({
      error_code: Number(code ?? 336003),
      error_msg: message ?? "the max length of current question is 2000",
    }),
};

const HEAD = { id: "as-bcmt5ct4iy", created: 1680167072 };

function wholeAnswer(behaviour: Behaviour): object {
  const { text, calls } = spokenAnswer(behaviour, undefined, () => "");
  const [call] = calls;
  return {
    ...HEAD,
    object: "chat.completion",
    result: text.join(""),
    is_truncated: false,
    need_clear_history: false,
    finish_reason: call ? "function_call" : "normal",
    ...(call && { function_call: { name: call.name, arguments: call.argumentsJson } }),
    ...(behaviour.usage !== "never" && { usage: usageOf(behaviour) }),
  };
}

function usageOf(behaviour: Behaviour) {
  const { prompt, completion } = answerTokens(behaviour);
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}

function streamed(behaviour: Behaviour): Reply {
  const { text, calls } = spokenAnswer(behaviour, undefined, () => "");
  const [call] = calls;
  const sentence = (place: number, isLast: boolean, result: string) => ({
    ...HEAD,
    object: "chat.completion",
    sentence_id: place,
    is_end: isLast,
    result,
    need_clear_history: false,
  });
  const last = {
    ...sentence(text.length, true, ""),
    finish_reason: call ? "function_call" : "normal",
    ...(call && { function_call: { name: call.name, arguments: call.argumentsJson } }),
    ...(behaviour.usage !== "never" && { usage: usageOf(behaviour) }),
  };
  return {
    kind: "stream",
    status: 200,
    headers: { "content-type": "text/event-stream;charset=utf-8" },
    opening: "",
    events: text.map((piece, place) => dataEvent(sentence(place, false, piece))),
    closing: dataEvent(last),
    terminator: "",
    errorEvent: dataEvent({ error_code: 336000, error_msg: "Internal error" }),
  };
}
