import type { ConformanceScenario } from "./conformance-scenario.ts";
import { hardScenarios } from "./hard-scenarios.ts";
import { plainScenarios } from "./plain-scenarios.ts";
import { richScenarios } from "./rich-scenarios.ts";
import { toolScenarios } from "./tool-scenarios.ts";

export const conformanceScenarios: readonly ConformanceScenario[] = [
  ...plainScenarios,
  ...toolScenarios,
  ...richScenarios,
  ...hardScenarios,
];
