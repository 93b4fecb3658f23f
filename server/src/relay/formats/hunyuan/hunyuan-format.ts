import type { UpstreamFormat } from "../chat/upstream-format.ts";
import { createHunyuanStreamDecoder, decodeHunyuanAnswer } from "./hunyuan-answer-decoder.ts";
import { decodeHunyuanError, isHunyuanError } from "./hunyuan-error.ts";
import { encodeHunyuanRequest } from "./hunyuan-request-encoder.ts";

/** Tencent's own chat interface, for keys that sign. */
export const hunyuanFormat: UpstreamFormat = {
  dialect: "hunyuan",
  encodeRequest: encodeHunyuanRequest,
  decodeAnswer: decodeHunyuanAnswer,
  createStreamDecoder: createHunyuanStreamDecoder,
  decodeError: decodeHunyuanError,
  isError: isHunyuanError,
};
