import { createHash, randomBytes } from "node:crypto";
import type { UpstreamHeaders } from "../upstream-exchange.ts";
import { UpstreamFault } from "../upstream-fault.ts";
import { checkedHeaderLines } from "../http-client/request-bytes.ts";

/** RFC 6455, section 1.3: what proves that a server understood the request, and did not just repeat it. */
const PROOF_SUFFIX = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

/** A fresh nonce, which the server must prove to have read. */
export function newHandshakeKey(): string {
  return randomBytes(16).toString("base64");
}

/** The request that asks a server to go on with WebSocket. Throws UpstreamFault `refused` for a header that cannot be sent. */
export function handshakeRequest(
  path: string,
  host: string,
  headers: Readonly<Record<string, string>>,
  key: string,
): Buffer {
  const lines = [
    `GET ${path} HTTP/1.1\r\nhost: ${host}\r\n${checkedHeaderLines(headers)}`,
    `upgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: ${key}\r\n\r\n`,
  ];
  return Buffer.from(lines.join(""), "latin1");
}

/** Whether a server that switches has agreed to this very request, and to nothing else. Throws UpstreamFault `invalid`. */
export function checkHandshake(headers: UpstreamHeaders, key: string): void {
  const proof = createHash("sha1")
    .update(key + PROOF_SUFFIX)
    .digest("base64");
  const options = (headers.get("connection") ?? "").toLowerCase().split(/[ \t]*,[ \t]*/);
  if (headers.get("upgrade")?.toLowerCase() !== "websocket" || !options.includes("upgrade"))
    throw refused("it switches to another protocol");
  if (headers.get("sec-websocket-accept") !== proof) throw refused("it does not prove to have read the key");
  if (headers.has("sec-websocket-extensions")) throw refused("it chose an extension that was not offered");
}

function refused(why: string): UpstreamFault {
  return new UpstreamFault("invalid", `the answer is no WebSocket handshake: ${why}`);
}
