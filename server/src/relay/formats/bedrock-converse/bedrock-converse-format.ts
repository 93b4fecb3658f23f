import type { ChatFormat } from "../chat/chat-format.ts";
import { decodeConverseAnswer } from "./converse-answer-decoder.ts";
import { encodeConverseAnswer } from "./converse-answer-encoder.ts";
import { decodeConverseError, encodeConverseError } from "./converse-error.ts";
import { decodeConverseRequest } from "./converse-request-decoder.ts";
import { encodeConverseRequest } from "./converse-request-encoder.ts";
import { createConverseStreamDecoder } from "./converse-stream-decoder.ts";
import { createConverseStreamEncoder } from "./converse-stream-encoder.ts";

/**
 * AWS Bedrock's Converse and ConverseStream, which all of its chat models understand. Only upstreams speak it.
 * Source: https://docs.aws.amazon.com/bedrock/latest/userguide/conversation-inference.html
 */
export const bedrockConverseFormat: ChatFormat = {
  dialect: "bedrock-converse",
  decodeRequest: decodeConverseRequest,
  encodeRequest: encodeConverseRequest,
  decodeAnswer: decodeConverseAnswer,
  encodeAnswer: encodeConverseAnswer,
  createStreamDecoder: createConverseStreamDecoder,
  createStreamEncoder: createConverseStreamEncoder,
  decodeError: decodeConverseError,
  encodeError: encodeConverseError,
};
