import type { OverrideMode } from "@tollgate/contract/channel-override";
import { clientHeader } from "./override-call.ts";
import type { OverrideCall } from "./override-call.ts";
import { dropHeader, putHeader } from "./override-draft.ts";
import type { OverrideDraft } from "./override-draft.ts";
import type { OverrideOperation } from "./override-operation.ts";
import { setAt, valueAt } from "./override-path.ts";

type HeaderOperation = (draft: OverrideDraft, operation: OverrideOperation, call: OverrideCall) => void;

/** What changes the headers of an upstream request, or copies between them and its body. */
export const HEADER_OPERATIONS: Readonly<Partial<Record<OverrideMode, HeaderOperation>>> = {
  set_header(draft, { path, value, keepsOrigin }) {
    if (!keepsOrigin || draft.headers[path.toLowerCase()] === undefined) putHeader(draft, path, value);
  },
  delete_header: (draft, { path }) => dropHeader(draft, path),
  copy_header: (draft, operation, call) => copyHeader(draft, operation, call),
  move_header(draft, operation, call) {
    copyHeader(draft, operation, call);
    dropHeader(draft, operation.from);
  },
  pass_headers(draft, { value }, call) {
    for (const name of namesIn(value)) {
      const passed = clientHeader(call, name);
      if (passed !== null) putHeader(draft, name, passed);
    }
  },
  sync_fields: (draft, { from, to }, call) => syncFields(draft, from, to, call),
};

function copyHeader(draft: OverrideDraft, { from, to }: OverrideOperation, call: OverrideCall): void {
  const value = headerValue(draft, from, call);
  if (value !== null) putHeader(draft, to, value);
}

/** The upstream's credential stays where it is: another header could carry it to a log. */
function headerValue(draft: OverrideDraft, name: string, call: OverrideCall): string | null {
  const own = draft.headers[name.toLowerCase()];
  return own === undefined || own.includes(call.apiKey) ? clientHeader(call, name) : own;
}

function namesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.filter((name) => typeof name === "string");
  return typeof value === "string"
    ? value
        .split(",")
        .map((name) => name.trim())
        .filter((name) => /^[\w-]+$/.test(name))
    : [];
}

/** `header:session_id` and `json:prompt_cache_key`: whichever is missing gets the other's value. */
function syncFields(draft: OverrideDraft, from: string, to: string, call: OverrideCall): void {
  const found = fieldValue(draft, from, call);
  const wanted = fieldValue(draft, to, call);
  if (found !== undefined && wanted === undefined) putField(draft, to, found);
  if (found === undefined && wanted !== undefined) putField(draft, from, wanted);
}

function fieldValue(draft: OverrideDraft, field: string, call: OverrideCall): unknown {
  const [kind, name] = partsOf(field);
  if (kind === "header") return headerValue(draft, name, call) ?? undefined;
  return kind === "json" ? valueAt(draft.body, name) : undefined;
}

function putField(draft: OverrideDraft, field: string, value: unknown): void {
  const [kind, name] = partsOf(field);
  if (kind === "header") putHeader(draft, name, value);
  if (kind === "json") setAt(draft.body, name, value);
}

function partsOf(field: string): [kind: string, name: string] {
  const colon = field.indexOf(":");
  return [field.slice(0, Math.max(colon, 0)), field.slice(colon + 1)];
}
