import type { BehaviourChoice } from "./behaviour-choice.ts";
import type { Behaviour } from "./behaviour.ts";
import { jsonReply, type Acceptance, type Dialect, type Reply } from "./dialect.ts";
import type { HttpRequest } from "./http-request-reader.ts";
import { parseJson } from "./json-value.ts";
import { bendReply } from "./reply-faults.ts";
import { newReplyId } from "./reply-identity.ts";
import { requestKey } from "./request-key.ts";
import type { RecordedRequest, RequestRecorder } from "./request-recorder.ts";
import type { AnswerEnd, ResponseWriter } from "./response-writer.ts";
import { bendPlan } from "./wire-faults.ts";
import { planReply, type WirePlan } from "./wire-plan.ts";

export interface ReplyPlanner {
  /** Records the request, decides on its answer, and sends that. */
  answer(request: HttpRequest, writer: ResponseWriter, connectionIndex: number): Promise<AnswerEnd>;
}

/** From a request to the bytes of its answer: dialect, behaviour, reply, faults. */
export function createReplyPlanner(
  dialects: readonly [Dialect, ...Dialect[]],
  acceptance: Acceptance,
  choice: BehaviourChoice,
  recorder: RequestRecorder,
): ReplyPlanner {
  function plan(dialect: Dialect, request: RecordedRequest): WirePlan {
    const refusal = dialect.refuse(request, acceptance);
    if (refusal !== undefined) return planReply(refusal, {});
    const behaviour = choice.choose(request);
    const reply = bendReply(chosenReply(dialect, request, behaviour), { behaviour, dialect });
    const headers = { "x-request-id": newReplyId("req_"), ...reply.headers, ...behaviour.headers };
    return bendPlan(planReply({ ...reply, headers }, behaviour), behaviour);
  }

  function chosenReply(dialect: Dialect, request: RecordedRequest, behaviour: Behaviour): Reply {
    const { status = 200, body } = behaviour;
    if (typeof body === "string" || body instanceof Uint8Array) {
      const headers = { "content-type": "text/plain; charset=utf-8" };
      return { kind: "body", status, headers, body: Buffer.from(body) };
    }
    if (body !== undefined) return jsonReply(body, status);
    if (status >= 400) return dialect.errorReply(status, behaviour.error ?? {});
    return { ...dialect.reply(request, behaviour, acceptance), ...(status === 200 ? {} : { status }) };
  }

  return {
    async answer(request, writer, connectionIndex) {
      const dialect = dialects.find((one) => one.serves(request.path)) ?? dialects[0];
      const json = request.body.length === 0 ? undefined : parseJson(request.body.toString());
      const received = { ...request, json, key: requestKey(request) };
      const record = recorder.open(received, dialect.modelOf(request, json), connectionIndex);
      let end: AnswerEnd = "cut-by-upstream";
      try {
        end = await writer.perform(plan(dialect, record.request), request.keepAlive, record.piecesSent);
      } finally {
        record.end(end);
      }
      return end;
    },
  };
}
