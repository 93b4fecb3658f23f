import { isObject } from "@tollgate/contract/json-object";
import { OVERRIDE_MODES } from "@tollgate/contract/channel-override";
import type { OverrideMode } from "@tollgate/contract/channel-override";

/** One step of a parameter override, as a channel's setting has it. */
export interface OverrideOperation {
  readonly mode: OverrideMode;
  readonly path: string;
  readonly value: unknown;
  readonly from: string;
  readonly to: string;
  /** What is there already stays. */
  readonly keepsOrigin: boolean;
  readonly conditions: readonly unknown[];
  readonly logic: string;
}

/** The operations of a setting; what an older database holds and this version does not know is left out. */
export function readOperations(list: readonly unknown[]): OverrideOperation[] {
  return list.flatMap((value) => {
    if (!isObject(value)) return [];
    const mode = OVERRIDE_MODES.find((known) => known === value["mode"]);
    if (mode === undefined) return [];
    return {
      mode,
      path: textOf(value["path"]),
      value: value["value"],
      from: textOf(value["from"]),
      to: textOf(value["to"]),
      keepsOrigin: value["keep_origin"] === true,
      conditions: Array.isArray(value["conditions"]) ? value["conditions"] : [],
      logic: textOf(value["logic"]),
    };
  });
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
