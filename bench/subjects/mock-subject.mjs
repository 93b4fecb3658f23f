import { fileURLToPath } from "node:url";
import { bunBinary } from "../../scripts/lib/bun-binary.mjs";
import { freePort } from "../../scripts/lib/free-port.mjs";
import { answersGet, startProgram } from "../lib/started-program.mjs";

const PROGRAM = fileURLToPath(new URL("../mock-upstream.mjs", import.meta.url));

/** Starts the mock upstream. `url` is what a gateway is given; `setKnobs` changes how it streams. */
export async function startMock(core) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const program = await startProgram(
    { name: "the mock upstream", command: bunBinary(), args: [PROGRAM, String(port)], core },
    () => answersGet(`${url}/mock/counters`),
  );
  return {
    ...program,
    url,
    async setKnobs(knobs) {
      const response = await fetch(`${url}/mock/knobs?${new URLSearchParams(knobs)}`, { method: "PUT" });
      if (!response.ok) throw new Error("the mock refused its knobs");
    },
    counters: async () => (await fetch(`${url}/mock/counters`)).json(),
  };
}
