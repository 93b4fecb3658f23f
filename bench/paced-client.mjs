/**
 * Sends requests at a fixed rate, whatever the answers take (an open loop, so that a slow moment is not hidden by the
 * client's own waiting), run by Bun on the load generator's core. Takes one argument of JSON:
 *
 *   { target: { url, headers, body }, connections, perSecond, seconds }
 *
 * Prints one line of JSON: the latency from the moment at which a request was due, in microseconds, and the failures.
 */
import { openConnection, requestBytes } from "./load/http-connection.mjs";
import { percentiles } from "./lib/statistics.mjs";

const { target, connections, perSecond, seconds } = JSON.parse(process.argv[2]);
const bytes = requestBytes(target);
const free = await Promise.all(Array.from({ length: connections }, () => openConnection(target.url)));
const opened = [...free];
const latenciesUs = [];
const due = [];
let failed = 0;

const startMs = performance.now();
const total = perSecond * seconds;
let scheduled = 0;
while (latenciesUs.length + failed < total) {
  for (; scheduled < total && dueMs(scheduled) <= performance.now(); scheduled += 1)
    due.push(dueMs(scheduled));
  sendDue();
  if (free.length === 0 && opened.length === 0) break;
  // A timer of the runtime is only exact to a millisecond, so the last part of the wait is a turn of the event loop.
  if (dueMs(scheduled) - performance.now() > 2) await Bun.sleep(1);
  else await new Promise(setImmediate);
}
for (const connection of opened) connection.close();
console.log(JSON.stringify({ ...percentiles(latenciesUs), failed }));
process.exit(0);

function dueMs(index) {
  return startMs + (index * 1000) / perSecond;
}

function sendDue() {
  while (due.length > 0 && free.length > 0) void sendOne(free.pop(), due.shift());
}

async function sendOne(connection, sinceMs) {
  try {
    const { status } = await connection.send(bytes);
    if (status === 200) latenciesUs.push((performance.now() - sinceMs) * 1000);
    else failed += 1;
    free.push(connection);
    sendDue();
  } catch {
    failed += 1;
    opened.splice(opened.indexOf(connection), 1);
  }
}
