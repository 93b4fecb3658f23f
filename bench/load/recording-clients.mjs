import { openConnection, requestBytes } from "./http-connection.mjs";

/**
 * Clients that send one request after the other, whole and streamed in turn, and note the request id of each answer
 * that they received to its last byte: what a buyer would say he got. A client ends when its connection does.
 * Answers `{ whole, streamed, refused, ended }`; `ended` resolves when the last client is gone. Ids go to `onWhole`.
 */
export function startRecordingClients({ clients, targets, onWhole, isStopping }) {
  const counts = { whole: 0, streamed: 0, refused: [] };
  const kinds = [
    { bytes: requestBytes(targets.whole), isWhole: isWholeJson, count: "whole" },
    { bytes: requestBytes(targets.streamed), isWhole: isWholeStream, count: "streamed" },
  ];
  const runClient = async (index) => {
    const connection = await openConnection(targets.whole.url);
    for (let turn = index; !isStopping(); turn += 1) {
      const kind = kinds[turn % kinds.length];
      const parts = [];
      const { status, headers } = await connection.send(kind.bytes, (part) => parts.push(part.latin1Slice()));
      const body = parts.join("");
      if (status === 200 && kind.isWhole(body)) {
        counts[kind.count] += 1;
        onWhole(headers["x-oneapi-request-id"]);
      } else counts.refused.push(`HTTP ${status}: ${body.slice(0, 200)}`);
    }
    connection.close();
  };
  const ended = Promise.allSettled(Array.from({ length: clients }, (_, index) => runClient(index)));
  return { counts, ended };
}

function isWholeJson(body) {
  try {
    return Array.isArray(JSON.parse(body).choices);
  } catch {
    return false;
  }
}

function isWholeStream(body) {
  return body.trimEnd().endsWith("data: [DONE]");
}
