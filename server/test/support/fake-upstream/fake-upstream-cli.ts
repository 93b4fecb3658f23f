import { parseArgs } from "node:util";

import { startFakeUpstream } from "./fake-upstream.ts";
import { friendlyAnswer } from "./friendly-answer.ts";

const DEFAULT_PORT = "4010";
const DEFAULT_PACE_MS = "30";

/** Runs the fake upstream for development, until SIGINT or SIGTERM. */
async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: "string", default: DEFAULT_PORT },
      host: { type: "string", default: "127.0.0.1" },
      "pace-ms": { type: "string", default: DEFAULT_PACE_MS },
    },
  });
  const upstream = await startFakeUpstream({
    port: Number(values.port),
    host: values.host,
    isRecording: false,
  });
  const paceMs = Number(values["pace-ms"]);
  upstream.setDefault((request) => friendlyAnswer(request, paceMs));
  process.stdout.write(`The fake upstream speaks OpenAI's dialect on ${upstream.url}/v1 with any key.\n`);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void upstream.stop());
}

await run();
