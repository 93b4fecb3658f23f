import type { Selectable } from "kysely";
import type { ChannelsTable } from "../../db/schema.ts";

export type ChannelRow = Selectable<ChannelsTable>;
/** A row as lists read it: never with the key. */
export type ChannelRecord = Omit<ChannelRow, "key_hash" | "key_sealed">;

export const RECORD_COLUMNS = [
  "id",
  "name",
  "type",
  "base_url",
  "status",
  "group",
  "models",
  "model_mapping",
  "other",
  "tag",
  "priority",
  "weight",
  "test_model",
  "auto_ban",
  "setting",
  "status_code_mapping",
  "openai_organization",
  "response_time",
  "test_time",
  "created_time",
  "used_quota",
  "balance",
  "balance_updated_time",
  "other_info",
] as const satisfies readonly (keyof ChannelRecord)[];

/** What a person decides about a channel. */
export interface ChannelValues {
  name: string;
  type: number;
  base_url: string;
  status: number;
  group: readonly string[];
  models: readonly string[];
  model_mapping: string;
  other: string;
  tag: string;
  priority: number;
  weight: number;
  test_model: string;
  auto_ban: boolean;
  setting: string;
  status_code_mapping: string;
  openai_organization: string;
}

/** Values as their columns hold them. */
export function channelColumns(values: ChannelValues): ChannelColumns;
export function channelColumns(values: Partial<ChannelValues>): Partial<ChannelColumns>;
export function channelColumns(values: Partial<ChannelValues>): Partial<ChannelColumns> {
  const { group, models, auto_ban: autoBan, ...same } = values;
  return {
    ...same,
    ...(group && { group: group.join(",") }),
    ...(models && { models: models.join(",") }),
    ...(autoBan !== undefined && { auto_ban: autoBan ? 1 : 0 }),
  };
}
type ChannelColumns = Pick<ChannelRow, keyof ChannelValues>;

/** What a channel gathers over time, as a new one has it. */
export const BLANK_HISTORY = {
  response_time: 0,
  test_time: 0,
  used_quota: 0,
  balance: 0,
  balance_updated_time: 0,
  other_info: "",
} as const satisfies Partial<ChannelRow>;
