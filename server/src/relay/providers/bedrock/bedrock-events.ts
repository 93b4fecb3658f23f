import { UpstreamFault } from "../../../lib/egress/upstream-fault.ts";
import { jsonObject } from "../../../lib/json-object.ts";
import type { UpstreamDialect } from "../../formats/chat/chat-dialect.ts";
import { textOf } from "../../formats/reported-usage.ts";
import { bedrockErrorBody } from "./bedrock-errors.ts";
import type { Frame } from "./event-stream-frames.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** What Bedrock adds to the last event: its own count of what the answer used and how long it took. */
const METRICS = "amazon-bedrock-invocationMetrics";

/**
 * A frame of ConverseStream as a server-sent event of the same name, or one of InvokeModelWithResponseStream as the server-sent event that Anthropic would have sent; undefined for frames
 * without an event. Throws UpstreamFault `damaged` for a frame that is neither event nor exception.
 * Source: https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_InvokeModelWithResponseStream.html
 */
export function eventOfFrame({ headers, body }: Frame, dialect: UpstreamDialect): Uint8Array | undefined {
  const kind = headers[":message-type"];
  if (kind === "exception" || kind === "error") {
    const name = headers[":exception-type"] ?? headers[":error-code"] ?? "";
    const said = jsonObject(decoder.decode(body))?.["message"] ?? headers[":error-message"];
    const message = textOf(said) || name || "the stream ended with an exception";
    return serverSent("error", JSON.stringify(bedrockErrorBody(dialect, 502, name, message)));
  }
  if (dialect === "bedrock-converse") {
    const said = jsonObject(decoder.decode(body));
    if (!said) throw new UpstreamFault("damaged", "a frame of the event stream holds no event");
    return serverSent(headers[":event-type"] ?? "", JSON.stringify(said));
  }
  if (headers[":event-type"] !== "chunk") return undefined;
  const chunk = jsonObject(decoder.decode(body))?.["bytes"];
  const text = typeof chunk === "string" ? Buffer.from(chunk, "base64").toString() : "";
  const event = jsonObject(text);
  if (!event) throw new UpstreamFault("damaged", "a frame of the event stream holds no event");
  const { [METRICS]: metrics, ...said } = event;
  return serverSent(textOf(event["type"]), metrics === undefined ? text : JSON.stringify(said));
}

function serverSent(name: string, data: string): Uint8Array {
  return encoder.encode(`event: ${name}\ndata: ${data}\n\n`);
}
