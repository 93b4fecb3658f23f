import { bunBinary } from "./lib/bun-binary.mjs";
import { ensureConsoleBuilt } from "./lib/console-build.mjs";
import { ensureInstalled } from "./lib/installed-packages.mjs";
import { SERVER_ENTRY } from "./lib/project-paths.mjs";
import { runServer } from "./lib/server-process.mjs";

await ensureInstalled();
if (!(await ensureConsoleBuilt())) process.exit(1);
await runServer(bunBinary(), [SERVER_ENTRY, ...process.argv.slice(2)]);
