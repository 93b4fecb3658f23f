import { isObject } from "@tollgate/contract/json-object";
import { clientHeader } from "./override-call.ts";
import type { OverrideCall } from "./override-call.ts";
import { putHeader } from "./override-draft.ts";
import type { OverrideDraft } from "./override-draft.ts";

export type HeaderOverride = (draft: Pick<OverrideDraft, "headers">, call: OverrideCall) => void;

const PLACEHOLDER = /\{(api_key|client_header:([\w-]+))\}/g;

/**
 * A channel's own headers. `{api_key}` stands for the channel's key, `{client_header:x-name}` for the client's header; a
 * header that is nothing but a client's header which did not come is left out.
 */
export function compileHeaderOverride(setting: unknown): HeaderOverride | undefined {
  if (!isObject(setting)) return undefined;
  const entries = Object.entries(setting).flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value] as const] : [],
  );
  if (entries.length === 0) return undefined;
  return ({ headers }, call) => {
    for (const [name, template] of entries) {
      const value = filled(template, call);
      if (value !== "" || template === "") putHeader({ headers, body: {} }, name, value);
    }
  };
}

function filled(template: string, call: OverrideCall): string {
  return template.replace(PLACEHOLDER, (_, word: string, name: string | undefined) =>
    name === undefined || word === "api_key" ? call.apiKey : (clientHeader(call, name) ?? ""),
  );
}
