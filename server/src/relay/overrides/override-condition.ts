import { isObject } from "@tollgate/contract/json-object";
import type { OverrideCall } from "./override-call.ts";
import { valueAt } from "./override-path.ts";
import type { JsonBody } from "./override-path.ts";

type Test = (found: unknown, wanted: unknown) => boolean;

const TESTS: Readonly<Record<string, Test>> = {
  full: (found, wanted) => Object.is(found, wanted) || JSON.stringify(found) === JSON.stringify(wanted),
  prefix: (found, wanted) => typeof found === "string" && found.startsWith(String(wanted)),
  suffix: (found, wanted) => typeof found === "string" && found.endsWith(String(wanted)),
  contains: (found, wanted) => typeof found === "string" && found.includes(String(wanted)),
  gt: (found, wanted) => typeof found === "number" && found > Number(wanted),
  gte: (found, wanted) => typeof found === "number" && found >= Number(wanted),
  lt: (found, wanted) => typeof found === "number" && found < Number(wanted),
  lte: (found, wanted) => typeof found === "number" && found <= Number(wanted),
};

/** Whether an operation is to be done. One condition that holds is enough, unless `logic` is AND. */
export function conditionsHold(
  { conditions, logic }: { conditions: readonly unknown[]; logic: string },
  body: JsonBody,
  call: OverrideCall,
): boolean {
  if (conditions.length === 0) return true;
  const holds = (condition: unknown) => conditionHolds(condition, body, call);
  return logic.toUpperCase() === "AND" ? conditions.every(holds) : conditions.some(holds);
}

function conditionHolds(condition: unknown, body: JsonBody, call: OverrideCall): boolean {
  if (!isObject(condition) || typeof condition["path"] !== "string") return false;
  const found = valueAt(body, condition["path"]) ?? knownOf(call, condition["path"]);
  if (found === undefined) return condition["pass_missing_key"] === true;
  const test = TESTS[typeof condition["mode"] === "string" ? condition["mode"] : "full"];
  if (!test) return false;
  return test(found, condition["value"]) !== (condition["invert"] === true);
}

/** What is known of a call beside its body. */
function knownOf(call: OverrideCall, path: string): string | undefined {
  if (path === "original_model") return call.originalModel;
  return path === "upstream_model" || path === "model" ? call.upstreamModel : undefined;
}
