import { connect } from "node:net";
import { createAnswerReader } from "./answer-reader.mjs";

/** The bytes of a target's POST. */
export function requestBytes({ url, headers, body }) {
  const { host, pathname } = new URL(url);
  const lines = Object.entries({ "Content-Type": "application/json", ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return Buffer.from(
    `POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\n${lines.join("")}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/**
 * One kept-alive connection that carries one request at a time. `send` resolves with `{ status, headers }` when the
 * answer is whole, and rejects when the connection ends before that. `onBody` gets the body's parts as they arrive.
 */
export async function openConnection(url) {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  let current;
  let failure;
  const fail = (error) => {
    failure ??= error;
    current?.reject(failure);
    current = undefined;
  };
  const read = createAnswerReader({
    onBody: (part) => current?.onBody(part),
    onEnd(answer) {
      const done = current;
      current = undefined;
      done?.resolve(answer);
    },
  });
  socket.on("data", read);
  socket.on("error", fail);
  socket.on("close", () => fail(new Error("the connection ended")));
  await new Promise((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("close", () => reject(failure ?? new Error("no connection")));
  });
  return {
    send(bytes, onBody = () => {}) {
      return new Promise((resolve, reject) => {
        if (failure) return reject(failure);
        current = { resolve, reject, onBody };
        socket.write(bytes);
      });
    },
    close: () => socket.destroy(),
  };
}
