import { bunBinary } from "../../scripts/lib/bun-binary.mjs";
import { ensureExecutableBuilt } from "../../scripts/lib/executable-build.mjs";
import { freePort } from "../../scripts/lib/free-port.mjs";
import { EXECUTABLE, SERVER_ENTRY } from "../../scripts/lib/project-paths.mjs";
import { temporaryFolder } from "../../scripts/lib/temporary-folder.mjs";
import { answersGet, startProgram } from "../lib/started-program.mjs";
import { chatTarget, MODEL } from "./chat-request.mjs";
import { signInAsRoot } from "./console-session.mjs";

const ROOT_PASSWORD = "bench-password";
/** More than any suite spends on models at their true prices. */
const PLENTY_UNITS = 1_000_000_000_000;
/** A model with a price per call, so that every charge is known: 0.0001 USD are 50 units. */
export const FIXED_PRICE_MODEL = "bench-fixed-price";
export const FIXED_PRICE_UNITS = 50;

/**
 * Tollgate with everything on: key look-up, reservation, charge and log row in one durable commit. `databaseUrl`
 * chooses PostgreSQL, whose processes are `companionPids`. `core` may name several cores, as in `0,1`. `bunOptions`
 * go to the runtime, for a profile.
 */
export async function createTollgate({ core, mock, databaseUrl, companionPids = [], bunOptions = [] }) {
  if (bunOptions.length === 0 && !(await ensureExecutableBuilt())) throw new Error("there is no executable");
  const folder = temporaryFolder("bench-tollgate");
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const [engine, label] = databaseUrl ? ["postgres", "PostgreSQL"] : ["sqlite", "SQLite"];
  const environment = {
    NODE_ENV: "production",
    TOLLGATE_HOST: "127.0.0.1",
    PORT: String(port),
    TOLLGATE_DATA_DIR: folder,
    TOLLGATE_ROOT_PASSWORD: ROOT_PASSWORD,
    SQL_DSN: databaseUrl ?? "",
    REDIS_CONN_STRING: "",
    // Of the console alone: the benchmark asks for reports and polls the start faster than a person.
    GLOBAL_API_RATE_LIMIT: "0",
    SEARCH_RATE_LIMIT: "0",
  };
  const line = {
    name: `Tollgate on ${label}`,
    ...tollgateProgram([], bunOptions),
    core,
    env: environment,
  };
  let key;
  return {
    name: `tollgate-${engine}`,
    label: `Tollgate, ${label}`,
    url,
    folder,
    environment,
    companionPids: () => companionPids,
    target: (stream, model = MODEL) =>
      chatTarget(url, { model, stream, headers: { Authorization: `Bearer sk-${key}` } }),
    signIn: () => signInAsRoot(url, ROOT_PASSWORD),
    /** The first start also creates the channel and the token; that is not part of `startMs`. */
    async start() {
      const program = await startProgram(line, () => answersGet(`${url}/api/status`));
      key ??= await setUp(url, mock);
      return program;
    },
  };
}

/**
 * The command line of a Tollgate command such as `audit`: the built executable, as `npm start` runs it. Options for the
 * runtime, which only the sources take, make it those.
 */
export function tollgateProgram(args, bunOptions = []) {
  if (bunOptions.length > 0) return { command: bunBinary(), args: [...bunOptions, SERVER_ENTRY, ...args] };
  return { command: EXECUTABLE, args };
}

async function setUp(url, mock) {
  const call = await signInAsRoot(url, ROOT_PASSWORD);
  await call("PUT", "/api/option", {
    key: "ModelPrice",
    value: JSON.stringify({ [FIXED_PRICE_MODEL]: FIXED_PRICE_UNITS / 500_000 }),
  });
  await call("POST", "/api/channel", {
    type: 1,
    name: "mock",
    key: "sk-mock",
    base_url: mock.url,
    models: `${MODEL},${FIXED_PRICE_MODEL}`,
  });
  await call("POST", "/api/user/manage", { id: 1, action: "add_quota", value: PLENTY_UNITS });
  await call("POST", "/api/token", { name: "bench", unlimited_quota: true });
  const { items } = await call("GET", "/api/token?p=1&page_size=10");
  return items[0].key;
}
