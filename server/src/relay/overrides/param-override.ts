import { isObject } from "@tollgate/contract/json-object";
import { BODY_OPERATIONS } from "./body-operations.ts";
import { HEADER_OPERATIONS } from "./header-operations.ts";
import type { OverrideCall } from "./override-call.ts";
import { conditionsHold } from "./override-condition.ts";
import type { OverrideDraft } from "./override-draft.ts";
import { readOperations } from "./override-operation.ts";
import type { OverrideOperation } from "./override-operation.ts";
import { setAt } from "./override-path.ts";

/** What a channel answers itself in place of its upstream. */
export interface OverrideRefusal {
  readonly status: number;
  readonly message: string;
  readonly code: string;
}

/** Changes the draft; answers a refusal where an operation demands one. */
export type ParamOverride = (draft: OverrideDraft, call: OverrideCall) => OverrideRefusal | undefined;

/**
 * A channel's parameter override, ready to use: fields to merge into the body, or operations in their order. Undefined
 * where it changes nothing.
 */
export function compileParamOverride(setting: unknown): ParamOverride | undefined {
  if (!isObject(setting) || Object.keys(setting).length === 0) return undefined;
  const { operations, ...fields } = setting;
  const merged = Object.entries(Array.isArray(operations) ? {} : fields);
  const steps = Array.isArray(operations) ? readOperations(operations) : [];
  if (merged.length === 0 && steps.length === 0) return undefined;
  return (draft, call) => {
    for (const [name, value] of merged)
      setAt(draft.body, name.replaceAll(".", "\\."), structuredClone(value));
    for (const step of steps) {
      if (!conditionsHold(step, draft.body, call)) continue;
      if (step.mode === "return_error") return refusalOf(step);
      BODY_OPERATIONS[step.mode]?.(draft.body, step);
      HEADER_OPERATIONS[step.mode]?.(draft, step, call);
    }
    return undefined;
  };
}

const DEFAULT_REFUSAL = { status: 400, message: "The channel refuses this request.", code: "bad_request" };

function refusalOf({ value }: OverrideOperation): OverrideRefusal {
  if (typeof value === "string") return { ...DEFAULT_REFUSAL, message: value };
  if (!isObject(value)) return DEFAULT_REFUSAL;
  const { message, status_code: statusCode, status = statusCode, code } = value;
  const isError = typeof status === "number" && Number.isInteger(status) && status >= 400 && status <= 599;
  return {
    status: isError ? status : DEFAULT_REFUSAL.status,
    message: typeof message === "string" ? message : DEFAULT_REFUSAL.message,
    code: typeof code === "string" ? code : DEFAULT_REFUSAL.code,
  };
}
