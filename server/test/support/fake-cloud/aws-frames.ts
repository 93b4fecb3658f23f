import { crc32 } from "node:zlib";

/**
 * A message of AWS's event stream, written from its description alone.
 * Source: https://smithy.io/2.0/aws/amazon-eventstream.html
 */
export function awsFrame(headers: Readonly<Record<string, string>>, body: string): Buffer {
  const head = Buffer.concat(
    Object.entries(headers).map(([name, value]) => {
      const text = Buffer.from(value);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(text.byteLength);
      // Type 7 is a text.
      return Buffer.concat([Buffer.from([name.length]), Buffer.from(name), Buffer.from([7]), length, text]);
    }),
  );
  const payload = Buffer.from(body);
  const frame = Buffer.alloc(16 + head.byteLength + payload.byteLength);
  frame.writeUInt32BE(frame.byteLength, 0);
  frame.writeUInt32BE(head.byteLength, 4);
  frame.writeUInt32BE(crc32(frame.subarray(0, 8)), 8);
  head.copy(frame, 12);
  payload.copy(frame, 12 + head.byteLength);
  frame.writeUInt32BE(crc32(frame.subarray(0, -4)), frame.byteLength - 4);
  return frame;
}

/** An event of a model's own, as InvokeModelWithResponseStream wraps it; `p` only hides its length. */
export function chunkFrame(event: object): Buffer {
  const bytes = Buffer.from(JSON.stringify(event)).toString("base64");
  return awsFrame(
    { ":event-type": "chunk", ":content-type": "application/json", ":message-type": "event" },
    JSON.stringify({ bytes, p: "abcdefghijk" }),
  );
}

/** How AWS ends a stream that has failed. */
export function exceptionFrame(name: string, message: string): Buffer {
  return awsFrame(
    { ":exception-type": name, ":content-type": "application/json", ":message-type": "exception" },
    JSON.stringify({ message }),
  );
}
