import { answerOfEvents, failureIn } from "../chat/collected-body.ts";
import type { UpstreamFormat } from "../chat/upstream-format.ts";
import { decodeDifyError, isDifyError } from "./dify-error.ts";
import { encodeDifyRequest } from "./dify-request-encoder.ts";
import { createDifyStreamDecoder } from "./dify-stream-decoder.ts";

/** Dify's apps. Agents answer in streams alone, so that everybody is asked for one. */
export const difyFormat: UpstreamFormat = {
  dialect: "dify",
  collects: true,
  encodeRequest: encodeDifyRequest,
  decodeAnswer: (body, context) => answerOfEvents(createDifyStreamDecoder, body, context),
  createStreamDecoder: createDifyStreamDecoder,
  decodeError: (status, body) => failureIn(body) ?? decodeDifyError(status, body),
  isError: (body) => failureIn(body) !== undefined || isDifyError(body),
};
