import type { UpstreamFormat } from "../chat/upstream-format.ts";
import { createErnieStreamDecoder, decodeErnieAnswer } from "./ernie-answer-decoder.ts";
import { decodeErnieError, isErnieError } from "./ernie-error.ts";
import { encodeErnieRequest } from "./ernie-request-encoder.ts";

/** The first version of Baidu's chat interface. */
export const ernieFormat: UpstreamFormat = {
  dialect: "ernie",
  encodeRequest: encodeErnieRequest,
  decodeAnswer: decodeErnieAnswer,
  createStreamDecoder: createErnieStreamDecoder,
  decodeError: decodeErnieError,
  isError: isErnieError,
};
