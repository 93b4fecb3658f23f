import { CONFIG_PROBLEM_EXIT_CODE, helpText, readConfig } from "./config.ts";
import type { Config } from "./config.ts";
import { archiveCommand } from "./archive-command.ts";
import { auditCommand } from "./audit-command.ts";
import { explainCommand } from "./explain-command.ts";
import { SecretError } from "./secrets/secret-error.ts";
import { setRuntimeLimits } from "./process-limits.ts";
import { serveCommand } from "./serve-command.ts";
import { StartError } from "./start-error.ts";
import { VERSION } from "./version.ts";

const print = (text: string) => process.stdout.write(`${text}\n`);

/** Runs the command of a configuration; answers the exit code. Throws what is no fault of the setup. */
async function run(config: Config): Promise<number> {
  switch (config.command) {
    case "help":
      print(helpText());
      return 0;
    case "version":
      print(VERSION);
      return 0;
    case "audit":
      return auditCommand(config, print, {
        json: config.options.has("json"),
        archives: config.options.get("archive") ?? [],
      });
    case "archive": {
      const [before = ""] = config.options.get("before") ?? [];
      return archiveCommand(config, { before, to: config.options.get("to")?.at(-1) }, print);
    }
    case "explain":
      return explainCommand([], print);
    case "serve":
      return serveCommand(config, print);
  }
}

async function main(): Promise<number> {
  const [command, ...operands] = process.argv.slice(2);
  if (command === "explain") return explainCommand(operands, print);
  const config = readConfig(process.argv.slice(2), process.env);
  if ("problem" in config) return problem(config.problem);
  if (config.command === "serve") setRuntimeLimits();
  try {
    return await run(config);
  } catch (error) {
    if (error instanceof StartError || error instanceof SecretError)
      return problem(`tollgate: ${error.message}`);
    throw error;
  }
}

function problem(line: string): number {
  process.stderr.write(`${line}\n`);
  return CONFIG_PROBLEM_EXIT_CODE;
}

if (import.meta.main) process.exit(await main());
