import { availableParallelism } from "node:os";
import { bunBinary } from "./bun-binary.mjs";
import { capture } from "./child-process.mjs";
import { ensureConsoleBuilt } from "./console-build.mjs";
import { checkConsoleSize } from "./console-size.mjs";
import { inRoot } from "./project-paths.mjs";

const nodeModule = (path, ...args) => ({
  command: process.execPath,
  args: [inRoot("node_modules", path), ...args],
});
const types = (folder) => ({ name: `types: ${folder}`, ...nodeModule("typescript/bin/tsc", "-p", folder) });

/** The slow ones first, so that the quick ones fill the gaps. */
const CHECKS = [
  {
    name: "unused code",
    ...nodeModule("knip/bin/knip.js", "--no-progress", "--no-config-hints"),
  },
  types("server"),
  types("web"),
  types("contract"),
  types("e2e"),
  { name: "lint", ...nodeModule("oxlint/bin/oxlint", "--deny-warnings") },
  { name: "format", ...nodeModule("oxfmt/bin/oxfmt", "--check") },
  {
    name: "structure",
    get command() {
      return bunBinary();
    },
    args: ["test", "./server/test/structure.test.ts"],
  },
  {
    name: "console size",
    check: async () => ((await ensureConsoleBuilt()) ? checkConsoleSize() : { ok: false, output: "" }),
  },
];

/** Runs every check, a few at a time, with one line for each; answers `{ passed, failed, skipped, failures }`. */
export async function runChecks() {
  const waiting = [...CHECKS];
  const failures = [];
  const worker = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const ok = await runCheck(check);
      if (!ok) failures.push(check.name);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return { passed: CHECKS.length - failures.length, failed: failures.length, skipped: 0, failures };
}

async function runCheck({ name, command, args, check }) {
  const startedAtMs = Date.now();
  const { ok, output, note = "" } = await (check ? check() : runProgram(command, args));
  const seconds = ((Date.now() - startedAtMs) / 1000).toFixed(1);
  console.log(`${ok ? "ok  " : "FAIL"}  ${name.padEnd(16)} ${seconds.padStart(5)} s  ${note}`.trimEnd());
  if (!ok) console.log(output.trim().replace(/^/gm, "      "));
  return ok;
}

async function runProgram(command, args) {
  const { code, output } = await capture(command, args, { env: { NO_COLOR: "1", FORCE_COLOR: undefined } });
  return { ok: code === 0, output };
}
