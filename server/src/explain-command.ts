import * as z from "zod/mini";
import { chargeExplanationSchema } from "@tollgate/contract/logs";
import type { ChargeExplanation } from "@tollgate/contract/logs";
import { checkExplanation, lineText } from "./check-explanation.ts";
import { CONFIG_PROBLEM_EXIT_CODE } from "./config.ts";

const ROUNDINGS: Readonly<Record<ChargeExplanation["rounding"], string>> = {
  none: "nothing to round",
  "half-away": "rounded half away from zero",
  minimum: "raised to one unit",
  saturated: "cut to the largest amount there is",
};

const USAGE =
  "Usage: tollgate explain FILE, where FILE holds the answer of GET /api/log/explain; - reads the standard input.";

/**
 * Computes an explained charge again, without a database: `operands` is one file, `-` for the standard input, with the
 * answer of GET /api/log/explain or the `data` of it. Answers 0 when all of it is right, 1 with what is wrong, 2 when
 * there is nothing to read.
 */
export async function explainCommand(
  operands: readonly string[],
  print: (line: string) => void,
): Promise<number> {
  const [file] = operands;
  if (file === "--help") {
    print(USAGE);
    return 0;
  }
  if (file === undefined || operands.length > 1) {
    print(USAGE);
    return CONFIG_PROBLEM_EXIT_CODE;
  }
  const text = await (file === "-" ? Bun.stdin : Bun.file(file)).text().catch(() => undefined);
  const explanation = text === undefined ? undefined : readExplanation(text);
  if (explanation === undefined) {
    const name = file === "-" ? "the standard input" : file;
    print(text === undefined ? `${name} cannot be read` : `${name} does not hold an explained charge`);
    return CONFIG_PROBLEM_EXIT_CODE;
  }
  return report(explanation, print);
}

function readExplanation(text: string): ChargeExplanation | undefined {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return undefined;
  }
  for (const candidate of [Object(json).data, json]) {
    const { data } = z.safeParse(chargeExplanationSchema, candidate);
    if (data !== undefined) return data;
  }
  return undefined;
}

function report(explanation: ChargeExplanation, print: (line: string) => void): number {
  const { request_id, model_name, group, price_version, exact_quota, rounding, quota } = explanation;
  print(`request ${request_id}: ${model_name} in group ${group}, price version ${price_version}`);
  for (const line of explanation.lines) print(`  ${lineText(line)}`);
  print(`  sum ${exact_quota}, ${ROUNDINGS[rounding]}: ${quota}`);
  const problems = checkExplanation(explanation);
  for (const problem of problems) print(`WRONG: ${problem}`);
  print(
    problems.length === 0
      ? `The charge is right: ${quota} units, computed again from the stored price and usage.`
      : "The charge is not what its price and usage give.",
  );
  return problems.length === 0 ? 0 : 1;
}
