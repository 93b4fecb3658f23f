import { isOverridableHeader } from "@tollgate/contract/channel-override";
import type { JsonBody } from "./override-path.ts";

/** An upstream request while overrides change it. */
export interface OverrideDraft {
  readonly body: JsonBody;
  /** In lower case. */
  readonly headers: Record<string, string>;
}

/** A value of several lines would be several headers; how a message travels is not the channel's business. */
export function putHeader({ headers }: OverrideDraft, name: string, value: unknown): void {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  if (!isOverridableHeader(name) || text === undefined || /[\r\n\0]/.test(text)) return;
  headers[name.toLowerCase()] = text;
}

export function dropHeader({ headers }: OverrideDraft, name: string): void {
  if (isOverridableHeader(name)) delete headers[name.toLowerCase()];
}
