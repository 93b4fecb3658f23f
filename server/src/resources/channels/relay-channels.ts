import * as z from "zod/mini";
import { channelTypeInfo, isChannelType } from "@tollgate/contract/channel-types";
import { csv, isJsonObject } from "@tollgate/contract/codecs";
import type { SecretKeys } from "../../secrets/secret-keys.ts";
import { openChannelKey } from "./channel-key.ts";
import { keyListLines, keyListMode } from "./key-list.ts";
import type { ChannelRow } from "./channel-record.ts";
import { openProxy } from "./proxy-secret.ts";
import type { ChannelStore } from "./channel-store.ts";

/** A channel as the relay uses it: parsed, with its key in plain text. */
export interface RelayChannel {
  readonly id: number;
  readonly name: string;
  readonly type: number;
  readonly status: number;
  readonly key: string;
  /** The type's own address where the channel has none; without a trailing slash. */
  readonly baseUrl: string;
  readonly groups: readonly string[];
  readonly models: readonly string[];
  readonly modelMapping: ReadonlyMap<string, string>;
  /** Upstream status → the status to treat it as. */
  readonly statusCodeMapping: ReadonlyMap<number, number>;
  readonly priority: number;
  readonly weight: number;
  readonly autoBan: boolean;
  readonly organization: string;
  readonly other: string;
  readonly setting: Readonly<Record<string, unknown>>;
  /** The URL of the proxy that all its calls go through, password in plain text; undefined for none. */
  readonly proxy?: string | undefined;
  readonly testModel: string;
}

export interface RelayChannels {
  /**
   * All enabled channels that this version can call. One whose key cannot be opened is left out and reported, so that
   * the others still serve.
   */
  loadRelayChannels(): Promise<RelayChannel[]>;
  /** One channel of any status: for tests and pinned calls. Throws SecretError when its key cannot be opened. */
  loadRelayChannel(id: number): Promise<RelayChannel | undefined>;
  /** The same with one key, the first where it has several: for questions to its vendor. */
  loadVendorChannel(id: number): Promise<RelayChannel | undefined>;
}

export interface RelayChannelsDeps {
  channels: Pick<ChannelStore, "enabledRows" | "row">;
  secrets: Pick<SecretKeys, "vault">;
  /** Hears of channels whose key cannot be opened. */
  onProblem?: (channelId: number, problem: unknown) => void;
}

export function createRelayChannels({
  channels,
  secrets,
  onProblem = () => {},
}: RelayChannelsDeps): RelayChannels {
  const load = async (id: number) => {
    const row = await channels.row(id);
    return row && relayChannelOf(row, secrets);
  };
  return {
    async loadRelayChannels() {
      const rows = await channels.enabledRows();
      return rows.flatMap((row) => {
        if (!isChannelType(row.type)) return [];
        try {
          return [relayChannelOf(row, secrets)];
        } catch (problem) {
          onProblem(row.id, problem);
          return [];
        }
      });
    },
    loadRelayChannel: load,
    async loadVendorChannel(id) {
      const channel = await load(id);
      return channel && { ...channel, key: firstKey(channel) };
    },
  };
}

function firstKey({ key, setting }: RelayChannel): string {
  return (keyListMode(setting) && keyListLines(key)[0]) ?? key;
}

function relayChannelOf(row: ChannelRow, secrets: RelayChannelsDeps["secrets"]): RelayChannel {
  const defaultBaseUrl = channelTypeInfo(row.type)?.defaultBaseUrl ?? "";
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    status: row.status,
    key: openChannelKey(secrets, row),
    baseUrl: (row.base_url.trim() || defaultBaseUrl).replace(/\/+$/, ""),
    groups: z.decode(csv, row.group),
    models: z.decode(csv, row.models),
    modelMapping: new Map(
      Object.entries(objectOf(row.model_mapping)).flatMap(([asked, sent]) =>
        typeof sent === "string" ? [[asked, sent]] : [],
      ),
    ),
    statusCodeMapping: new Map(
      Object.entries(objectOf(row.status_code_mapping)).map(([from, to]) => [Number(from), Number(to)]),
    ),
    priority: row.priority,
    weight: row.weight,
    autoBan: row.auto_ban !== 0,
    organization: row.openai_organization,
    other: row.other,
    setting: objectOf(row.setting),
    proxy: openProxy(secrets, row.setting),
    testModel: row.test_model,
  };
}

/** The object in a JSON text; none when the text is empty or, in an older database, something else. */
function objectOf(text: string): Record<string, unknown> {
  // The check before has made sure of the shape.
  return isJsonObject(text) ? (JSON.parse(text) as Record<string, unknown>) : {};
}
