import { answerOfEvents, failureIn } from "../chat/collected-body.ts";
import type { UpstreamFormat } from "../chat/upstream-format.ts";
import { decodeCozeError, isCozeError } from "./coze-error.ts";
import { encodeCozeRequest } from "./coze-request-encoder.ts";
import { createCozeStreamDecoder } from "./coze-stream-decoder.ts";

/** Coze's bots. A whole answer must be asked for until it is there, so that a stream is asked for instead. */
export const cozeFormat: UpstreamFormat = {
  dialect: "coze",
  collects: true,
  encodeRequest: encodeCozeRequest,
  decodeAnswer: (body, context) => answerOfEvents(createCozeStreamDecoder, body, context),
  createStreamDecoder: createCozeStreamDecoder,
  decodeError: (status, body) => failureIn(body) ?? decodeCozeError(status, body),
  isError: (body) => failureIn(body) !== undefined || isCozeError(body),
};
