import type { LogOther } from "@tollgate/contract/logs";

/** A row's details; undefined when they are no JSON object: rows of other programs may have anything there. */
export function readLogOther(text: string): LogOther | undefined {
  try {
    const other: unknown = JSON.parse(text);
    return typeof other === "object" && other !== null && !Array.isArray(other) ? other : undefined;
  } catch {
    return undefined;
  }
}
