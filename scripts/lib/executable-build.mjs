import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { bunBinary } from "./bun-binary.mjs";
import { capture } from "./child-process.mjs";
import { CONSOLE_SOURCES, ensureConsoleBuilt } from "./console-build.mjs";
import { CONSOLE_DIST, EXECUTABLE, inRoot, SERVER_ENTRY } from "./project-paths.mjs";
import { hashOfSources, isBuiltFrom } from "./source-hash.mjs";

const SOURCES = [
  ...CONSOLE_SOURCES,
  "server/src",
  "server/package.json",
  "package.json",
  "scripts/lib/executable-build.mjs",
];
const STAMP = inRoot("dist/.built-from");
/** The console as the executable holds it: a folder `console` beside the program's modules. */
const STAGED_CONSOLE = inRoot("dist/console");

/**
 * The threads' entry points. The program starts them by an address beside its own module; flat names put every entry
 * of the executable into one folder, where that address leads to them.
 */
const THREAD_ENTRIES = [inRoot("server/src/db/sqlite/sqlite-worker.ts")];

/** Builds dist/tollgate when it is missing or older than its sources. Answers whether it is there now. */
export async function ensureExecutableBuilt() {
  if (!(await ensureConsoleBuilt())) return false;
  const sources = hashOfSources(SOURCES);
  if (isBuiltFrom(STAMP, sources)) return true;
  console.log("Building the executable …");
  const startedAtMs = Date.now();
  stageConsole();
  const { code, output } = await capture(bunBinary(), compileArguments());
  removeLeftovers();
  if (code !== 0) {
    console.error(`${output.trim()}\n\nThe executable could not be built. The lines above are Bun's.`);
    return false;
  }
  writeFileSync(STAMP, sources);
  console.log(`Built the executable in ${((Date.now() - startedAtMs) / 1000).toFixed(1)} s.`);
  return true;
}

function compileArguments() {
  return [
    "build",
    "--compile",
    "--minify",
    "--format=esm",
    "--bytecode",
    // Embedded: a stack trace of the executable names files and lines of the repository.
    "--sourcemap=linked",
    "--entry-naming=[name].[ext]",
    `--asset=${STAGED_CONSOLE}`,
    // The executable is configured by its flags and environment, never by files that happen to lie where it starts.
    "--no-compile-autoload-dotenv",
    "--no-compile-autoload-bunfig",
    `--outfile=${EXECUTABLE}`,
    SERVER_ENTRY,
    ...THREAD_ENTRIES,
  ];
}

/** Besides the executable Bun writes its source maps, which it holds inside too. */
function removeLeftovers() {
  const folder = dirname(EXECUTABLE);
  const maps = readdirSync(folder).filter((name) => name.endsWith(".map"));
  for (const path of [STAGED_CONSOLE, ...maps.map((name) => join(folder, name))])
    rmSync(path, { recursive: true });
}

function stageConsole() {
  rmSync(STAGED_CONSOLE, { recursive: true, force: true });
  mkdirSync(inRoot("dist"), { recursive: true });
  cpSync(CONSOLE_DIST, STAGED_CONSOLE, {
    recursive: true,
    filter: (path) => !basename(path).startsWith("."),
  });
}
