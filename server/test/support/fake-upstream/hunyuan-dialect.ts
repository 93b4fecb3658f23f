import { createHash, createHmac } from "node:crypto";
import type { Behaviour } from "./behaviour.ts";
import type { Dialect, Reply, UpstreamRequest } from "./dialect.ts";
import { dataEvent, jsonReply } from "./dialect.ts";
import { member } from "./json-value.ts";
import { answerTokens, spokenAnswer } from "./spoken-answer.ts";

/** The account that the upstream knows. */
export const TENCENT_ID = "AKIDexample0123456789";
export const TENCENT_SECRET = "Gu5t9xGARNpq86cd98joQYCN3EXAMPLE";

/** Tencent's signed interface as https://cloud.tencent.com/document/api/1729/105701 describes it: errors under status 200. */
export const hunyuanDialect: Dialect = {
  serves: (path) => path === "/",
  modelOf: (_request, json) => {
    const model = member(json, "Model");
    return typeof model === "string" ? model : undefined;
  },
  refuse(request) {
    if (request.path !== "/") return undefined;
    if (!isSigned(request))
      return errorReply("AuthFailure.SignatureFailure", "The provided credentials could not be validated.");
    return Array.isArray(member(request.json, "Messages"))
      ? undefined
      : errorReply("MissingParameter", "The request is missing the parameter Messages.");
  },
  reply({ json }, behaviour): Reply {
    return member(json, "Stream") === true
      ? streamed(behaviour)
      : jsonReply({ Response: wholeAnswer(behaviour) });
  },
  errorReply: (_status, { code, message }) =>
    errorReply(code ?? "InternalError", message ?? "An internal error has occurred."),
};

function errorReply(code: string, message: string) {
  return jsonReply({ Response: { Error: { Code: code, Message: message }, RequestId: "e38948cb" } });
}

const HEAD = { Note: "以上内容为AI生成", Created: 1769413075, Id: "e38948cb" };

function usageOf(behaviour: Behaviour) {
  const { prompt, completion } = answerTokens(behaviour);
  return { PromptTokens: prompt, CompletionTokens: completion, TotalTokens: prompt + completion };
}

function callsOf(behaviour: Behaviour) {
  const { calls } = spokenAnswer(behaviour, undefined, (index) => `call_${index}`);
  return calls.map(({ id, name, argumentsJson }, index) => ({
    Id: id,
    Type: "function",
    Function: { Name: name, Arguments: argumentsJson },
    Index: index,
  }));
}

function wholeAnswer(behaviour: Behaviour): object {
  const { text } = spokenAnswer(behaviour, undefined, () => "");
  const calls = callsOf(behaviour);
  const message = {
    Role: "assistant",
    Content: text.join(""),
    ...(calls.length > 0 && { ToolCalls: calls }),
  };
  const reason = calls.length > 0 ? "tool_calls" : "stop";
  return {
    RequestId: "e38948cb",
    ...HEAD,
    Choices: [{ Index: 0, Message: message, FinishReason: reason }],
    Usage: usageOf(behaviour),
  };
}

function streamed(behaviour: Behaviour): Reply {
  const { text } = spokenAnswer(behaviour, undefined, () => "");
  const calls = callsOf(behaviour);
  const event = (delta: object, reason: string) =>
    dataEvent({
      ...HEAD,
      Choices: [{ Index: 0, Delta: { Role: "assistant", ...delta }, FinishReason: reason }],
      Usage: usageOf(behaviour),
    });
  return {
    kind: "stream",
    status: 200,
    headers: { "content-type": "text/event-stream" },
    opening: "",
    events: [
      ...text.map((piece) => event({ Content: piece }, "")),
      ...calls.map((call) => event({ ToolCalls: [call] }, "")),
    ],
    closing: event({ Content: "" }, calls.length > 0 ? "tool_calls" : "stop"),
    terminator: "",
    errorEvent: dataEvent({ ...HEAD, ErrorMsg: { Msg: "The engine failed.", Code: "InternalError" } }),
  };
}

/** Computes the signature anew, from what arrived: https://cloud.tencent.com/document/api/1729/101843 */
function isSigned({ headers, body }: UpstreamRequest): boolean {
  const {
    authorization = "",
    host = "",
    "content-type": contentType = "",
    "x-tc-timestamp": seconds = "0",
  } = headers;
  const date = new Date(Number(seconds) * 1000).toISOString().slice(0, 10);
  const hash = (data: string | Buffer) => createHash("sha256").update(data).digest("hex");
  const seal = (key: string | Buffer, data: string) => createHmac("sha256", key).update(data).digest();
  const request = `POST\n/\n\ncontent-type:${contentType}\nhost:${host}\n\ncontent-type;host\n${hash(body)}`;
  const text = `TC3-HMAC-SHA256\n${seconds}\n${date}/hunyuan/tc3_request\n${hash(request)}`;
  const key = seal(seal(seal(`TC3${TENCENT_SECRET}`, date), "hunyuan"), "tc3_request");
  const signature = seal(key, text).toString("hex");
  return (
    authorization.endsWith(`Signature=${signature}`) &&
    authorization.includes(`Credential=${TENCENT_ID}/${date}/`)
  );
}
