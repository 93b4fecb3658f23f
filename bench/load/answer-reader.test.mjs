import { expect, test } from "bun:test";
import { createAnswerReader } from "./answer-reader.mjs";

const WITH_LENGTH = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";
const CHUNKED =
  "HTTP/1.1 201 Created\r\nX-Id: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6;x=1\r\n world\r\n0\r\n\r\n";

function read(pieces) {
  const answers = [];
  let body = "";
  const push = createAnswerReader({
    onBody: (part) => (body += part.latin1Slice()),
    onEnd(answer) {
      answers.push({ status: answer.status, id: answer.headers["x-id"], body });
      body = "";
    },
  });
  for (const piece of pieces) push(Buffer.from(piece));
  return answers;
}

test("an answer is read alike however its bytes are cut", () => {
  const text = WITH_LENGTH + CHUNKED + WITH_LENGTH;
  const expected = [
    { status: 200, id: undefined, body: "hello" },
    { status: 201, id: "a", body: "hello world" },
    { status: 200, id: undefined, body: "hello" },
  ];
  expect(read([text])).toEqual(expected);
  expect(read([...text])).toEqual(expected);
  for (let at = 1; at < text.length; at += 1)
    expect(read([text.slice(0, at), text.slice(at)])).toEqual(expected);
});

test("an answer that lacks its last byte is not whole", () => {
  expect(read([WITH_LENGTH.slice(0, -1)])).toEqual([]);
  expect(read([CHUNKED.slice(0, -1)])).toEqual([]);
  expect(read([CHUNKED.slice(0, CHUNKED.indexOf("0\r\n\r\n"))])).toEqual([]);
});

test("an answer without a body ends with its head", () => {
  expect(read(["HTTP/1.1 204 No Content\r\n\r\n"])).toEqual([{ status: 204, id: undefined, body: "" }]);
});
