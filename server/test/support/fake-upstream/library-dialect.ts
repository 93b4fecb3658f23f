import type { Dialect, Reply } from "./dialect.ts";
import { dataEvent, jsonReply } from "./dialect.ts";
import { member } from "./json-value.ts";
import { spokenAnswer } from "./spoken-answer.ts";

const PATH = "/api/library/ask";
const DOCUMENTS = [{ title: "Handbook", url: "https://example.com/handbook" }];

/** AI Proxy's knowledge bases, as older gateways have called them. */
export const libraryDialect: Dialect = {
  serves: (path) => path === PATH,
  modelOf: (_request, json) => {
    const model = member(json, "model");
    return typeof model === "string" ? model : undefined;
  },
  refuse: ({ path, json }) =>
    path !== PATH || member(json, "libraryId")
      ? undefined
      : jsonReply({ success: false, errCode: 1001, message: "no such library" }),
  reply({ json }, behaviour): Reply {
    const { text } = spokenAnswer(behaviour, undefined, () => "");
    if (member(json, "stream") !== true)
      return jsonReply({ success: true, answer: text.join(""), documents: DOCUMENTS });
    return {
      kind: "stream",
      status: 200,
      headers: { "content-type": "text/event-stream" },
      opening: "",
      events: text.map((content) => dataEvent({ content, finish: false })),
      closing: dataEvent({ content: "", finish: true, documents: DOCUMENTS }),
      terminator: "",
      errorEvent: dataEvent({ success: false, errCode: 500, message: "The library failed." }),
    };
  },
  errorReply: (_status, { message }) =>
    jsonReply({ success: false, errCode: 500, message: message ?? "failed" }),
};
