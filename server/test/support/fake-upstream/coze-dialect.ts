import type { Dialect, StreamReply } from "./dialect.ts";
import { jsonReply } from "./dialect.ts";
import { member } from "./json-value.ts";
import { answerTokens, spokenAnswer } from "./spoken-answer.ts";

const PATH = "/v3/chat";
const IDS = {
  id: "7382159494123470858",
  conversation_id: "7381473525342978089",
  bot_id: "7379462189365198898",
};

/** Coze's bots as https://docs.coze.cn/developer_guides/chat_v3 describes them: errors come with status 200. */
export const cozeDialect: Dialect = {
  serves: (path) => path === PATH,
  modelOf: () => undefined,
  refuse({ path, json }) {
    if (path !== PATH) return undefined;
    const isAsked = member(json, "bot_id") !== "" && member(json, "stream") === true;
    return isAsked ? undefined : jsonReply({ code: 4000, msg: "Request parameter error" });
  },
  reply(_request, behaviour): StreamReply {
    const { text, reasoning } = spokenAnswer(behaviour, undefined, () => "");
    const { prompt, completion } = answerTokens(behaviour);
    const message = { ...IDS, role: "assistant", type: "answer", content_type: "text" };
    const said = (words: object) => named("conversation.message.delta", { ...message, ...words });
    const chat = (status: string, usage: object) => ({
      ...IDS,
      created_at: 1718792949,
      last_error: { code: 0, msg: "" },
      status,
      usage,
    });
    const whole = [
      named("conversation.message.completed", { ...message, content: text.join("") }),
      named("conversation.message.completed", {
        ...message,
        type: "verbose",
        content: '{"msg_type":"generate_answer_finish"}',
      }),
    ];
    const usage =
      behaviour.usage === "never"
        ? {}
        : { token_count: prompt + completion, output_count: completion, input_count: prompt };
    return {
      kind: "stream",
      status: 200,
      headers: { "content-type": "text/event-stream" },
      opening: named(
        "conversation.chat.created",
        chat("created", { token_count: 0, output_count: 0, input_count: 0 }),
      ),
      events: [
        ...reasoning.map((piece) => said({ content: "", reasoning_content: piece })),
        ...text.map((content) => said({ content })),
      ],
      closing: whole.join("") + named("conversation.chat.completed", chat("completed", usage)),
      terminator: 'event:done\ndata:"[DONE]"\n\n',
      errorEvent: named("conversation.chat.failed", {
        ...chat("failed", {}),
        last_error: { code: 5000, msg: "The bot failed." },
      }),
    };
  },
  errorReply: (_status, { code, message }) =>
    jsonReply({ code: Number(code ?? 4000), msg: message ?? "Request parameter error" }),
};

/** Coze writes no space after the colons. */
function named(event: string, data: object): string {
  return `event:${event}\ndata:${JSON.stringify(data)}\n\n`;
}
