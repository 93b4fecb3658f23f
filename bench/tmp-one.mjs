import { startMock } from "./subjects/mock-subject.mjs";
import { createTollgate } from "./subjects/tollgate.mjs";
import { createPortkey } from "./subjects/portkey.mjs";
import { measureRequests, measureStreams } from "./suites/gateway-measures.mjs";
import { setTimeout as pause } from "node:timers/promises";
const core = "1",
  other = "0";
const mock = await startMock(other);
const cores = { gateway: core, load: other, mock: other };
const subjects = [
  await createTollgate({ core, mock }),
  ...(process.argv.includes("portkey") ? [await createPortkey({ core, mock })] : []),
].map((subject) => ({ subject, cores, mock }));
for (const each of subjects) each.running = await each.subject.start();
const busy = async (each, label, seconds = 4) => {
  const f = await measureRequests(each, { connections: 64, seconds });
  console.log(
    label.padEnd(14),
    f.requestsPerSecond.toFixed(0),
    "rps",
    f.cpuMsPerThousand.toFixed(0),
    "us",
    "core",
    f.gatewayCoreBusy.toFixed(2),
    f.gatewayCoreOwn.toFixed(2),
    "load",
    f.loadCoreBusy.toFixed(2),
  );
};
for (const each of subjects) {
  await busy(each, "warm", 3);
  for (let i = 0; i < 3; i++) await busy(each, "steady", 4);
  if (process.argv.includes("short")) continue;
  await measureRequests(each, { connections: 1, seconds: 2 });
  await busy(each, "after c1", 4);
  await measureStreams(each, { streams: 50, chunks: 200, paceMs: 10 });
  await busy(each, "after streams", 4);
  await busy(each, "again", 4);
  await pause(60000);
  for (let i = 0; i < 4; i++) await busy(each, "after idle 1s", 1);
  await busy(each, "4s", 4);
}
for (const each of subjects) await each.running.stop();
await mock.stop();
process.exit(0);
