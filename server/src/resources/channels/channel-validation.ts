import type { updateTag } from "@tollgate/contract/channel-tags";
import type { createChannel, updateChannel } from "@tollgate/contract/channels";
import { KEY_BATCH_MAX } from "@tollgate/contract/channel-parts";
import { readBedrockKey } from "@tollgate/contract/bedrock-key";
import { channelTypeInfo } from "@tollgate/contract/channel-types";
import { isJsonObject } from "@tollgate/contract/codecs";
import type { BodyOf } from "@tollgate/contract/endpoint";
import { readVertexKey } from "@tollgate/contract/vertex-key";
import { DEFAULT_GROUP } from "@tollgate/contract/groups";
import { ChannelStatus } from "@tollgate/contract/statuses";
import { checkUrlShape } from "../../lib/egress/url-shape.ts";
import { EgressError, egressReasons } from "../../lib/egress/egress-error.ts";
import { readProxyAddress } from "../../lib/egress/proxy/proxy-address.ts";
import { AppError } from "../../lib/app-error.ts";
import { givenFields } from "../../lib/given-fields.ts";
import { hasKeyList } from "./key-list.ts";
import { mappingCycle } from "./mapping-cycle.ts";
import type { ChannelValues } from "./channel-record.ts";

type NewChannelBody = BodyOf<typeof createChannel>;
type ChannelChangeBody = BodyOf<typeof updateChannel>;
type TagChangeBody = BodyOf<typeof updateTag>;
type GroupExists = (group: string) => boolean;

/** What to create: one channel for each key, or one with all of them where its setting says so. Throws the first rule that the body breaks, by its own code. */
export function readNewChannel(
  { key, ...body }: NewChannelBody,
  groupExists: GroupExists,
): { values: ChannelValues; keys: string[] } {
  const values: ChannelValues = {
    base_url: "",
    status: ChannelStatus.enabled,
    model_mapping: "",
    other: "",
    tag: "",
    priority: 0,
    weight: 0,
    test_model: "",
    auto_ban: true,
    setting: "",
    status_code_mapping: "",
    openai_organization: "",
    name: body.name,
    type: body.type,
    group: body.group,
    models: body.models,
    ...tidied(body),
  };
  checkParts(values, groupExists);
  checkAddress(values.type, values.base_url);
  checkProxy(values.setting);
  values.other = readOther(values.type, values.other);
  const keys = readKeys(values.type, key);
  return { values, keys: hasKeyList(values.setting) ? [keys.join("\n")] : keys };
}

/**
 * What to change of a channel. Groups that it is in already may stay, even if they no longer exist. Throws the first
 * rule that the body breaks.
 */
export function readChannelChange(
  { key, ...body }: Omit<ChannelChangeBody, "id">,
  current: { type: number; base_url: string; other: string; setting: string; group: readonly string[] },
  groupExists: GroupExists,
): { change: Partial<ChannelValues>; key: string | undefined } {
  const change = tidied(body);
  checkParts(change, (group) => current.group.includes(group) || groupExists(group));
  if (change.type !== undefined || change.base_url !== undefined)
    checkAddress(change.type ?? current.type, change.base_url ?? current.base_url);
  checkProxy(change.setting ?? "");
  const type = change.type ?? current.type;
  if (change.type !== undefined || change.other !== undefined)
    change.other = readOther(type, change.other ?? current.other);
  const isList = hasKeyList(change.setting ?? current.setting);
  // All the keys of a list would be sent as one.
  if (!key && !isList && hasKeyList(current.setting)) throw new AppError("channel.key-required");
  if (!key) return { change, key: undefined };
  return { change, key: isList ? readKeys(type, key).join("\n") : readKey(type, key) };
}

/** What a tag's channels are overwritten with. Throws `channel.tag-unchanged` when that is nothing. */
export function readTagChange(body: TagChangeBody, groupExists: GroupExists): Partial<ChannelValues> {
  const { tag, new_tag: newTag, models, groups, model_mapping: mapping, priority, weight } = body;
  const change: Partial<ChannelValues> = givenFields({
    tag: newTag === null || newTag === tag ? undefined : newTag,
    models: models || undefined,
    group: groups && groups.length > 0 ? groups : undefined,
    model_mapping: mapping?.trim() ? mapping : undefined,
    priority: priority ?? undefined,
    weight: weight ?? undefined,
  });
  if (Object.keys(change).length === 0) throw new AppError("channel.tag-unchanged");
  checkParts(change, groupExists);
  return change;
}

/** The given fields as they are stored; those left out stay out. */
function tidied(body: Omit<ChannelChangeBody, "id" | "key">): Partial<ChannelValues> {
  const { base_url: baseUrl, tag, group, ...same } = body;
  return givenFields({
    ...same,
    ...(baseUrl !== undefined && { base_url: baseUrl.trim().replace(/\/+$/, "") }),
    ...(tag !== undefined && { tag: tag ?? "" }),
    ...(group && { group: group.length > 0 ? group : [DEFAULT_GROUP] }),
  });
}

function checkParts(values: Partial<ChannelValues>, groupExists: GroupExists): void {
  if (values.type !== undefined && !channelTypeInfo(values.type))
    throw new AppError("channel.type-unknown", { type: values.type });
  const unknownGroup = values.group?.find((group) => !groupExists(group));
  if (unknownGroup !== undefined) throw new AppError("channel.group-unknown", { group: unknownGroup });
  const cycle = mappingCycle(values.model_mapping ?? "");
  if (cycle) throw new AppError("channel.mapping-cycle", { path: cycle.join("→") });
  if (!isStatusMapping(values.status_code_mapping ?? ""))
    throw new AppError("input.invalid", { details: "status_code_mapping" });
}

/** Throws when the type needs an address and there is none, or when policy does not allow it. */
export function checkAddress(type: number, baseUrl: string): void {
  if (baseUrl === "") {
    if (channelTypeInfo(type)?.needsAddress) throw new AppError("channel.base-url-required");
    return;
  }
  const refusal = checkUrlShape(baseUrl, "channel");
  if (refusal) throw new AppError("channel.base-url-refused", { reason: egressReasons(refusal) });
}

/** Throws when policy does not allow the proxy; the contract has checked that it is a URL. */
export function checkProxy(settingText: string): void {
  const { proxy } = isJsonObject(settingText) ? Object(JSON.parse(settingText)) : {};
  if (typeof proxy !== "string" || proxy === "") return;
  try {
    readProxyAddress(proxy);
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    throw new AppError("channel.proxy-refused", { reason: egressReasons(error.code) });
  }
}

/** The field whose meaning the type decides: its default where it has one. Throws when the type cannot do with it. */
function readOther(type: number, text: string): string {
  const info = channelTypeInfo(type);
  const other = text.trim() || (info?.defaultOther ?? "");
  if (other === "" && info?.needsOther) throw new AppError("channel.other-required");
  if (type === VERTEX_TYPE && !isRegion(other)) throw new AppError("channel.region-invalid");
  return other;
}

const BEDROCK_TYPE = 33;
const VERTEX_TYPE = 41;

/** The name of a region, or names by model with one for the rest. */
function isRegion(text: string): boolean {
  if (!text.startsWith("{")) return /^[a-z][a-z0-9-]*$/.test(text);
  if (!isJsonObject(text)) return false;
  const regions = new Map(Object.entries<unknown>(JSON.parse(text)));
  return regions.has("default") && [...regions.values()].every((region) => typeof region === "string");
}

/** One key a line; of types whose key is a JSON document, one document or a list of them. */
function readKeys(type: number, text: string): string[] {
  const lines = text.split(/\r?\n|\r/).map((line) => line.trim());
  const isDocument = channelTypeInfo(type)?.keyIsJson && !lines.some((line) => isVertexApiKey(type, line));
  const keys = isDocument ? jsonDocuments(text) : lines;
  const whole = keys.map((key) => key.trim()).filter((key) => key !== "");
  if (whole.length === 0) throw new AppError("channel.name-and-key-required");
  if (whole.length > KEY_BATCH_MAX) throw new AppError("channel.too-many-keys");
  return whole.map((key) => readKey(type, key));
}

/** A key as it is stored. Throws when it is none. */
function readKey(type: number, key: string): string {
  if (type === BEDROCK_TYPE && !readBedrockKey(key)) throw new AppError("channel.bedrock-key-invalid");
  if (channelTypeInfo(type)?.keyIsJson && !isVertexApiKey(type, key)) {
    if (!isJsonObject(key)) throw new AppError("channel.key-not-json");
    if (type === VERTEX_TYPE && !readVertexKey(key)) throw new AppError("channel.vertex-key-invalid");
    return JSON.stringify(JSON.parse(key));
  }
  // A key travels in a header, where other characters would break every call.
  if (!/^[\x20-\x7e]+$/.test(key)) throw new AppError("input.invalid", { details: "key" });
  return key;
}

/** Google's own models can be called with an API key too. */
function isVertexApiKey(type: number, key: string): boolean {
  return type === VERTEX_TYPE && readVertexKey(key)?.kind === "api-key";
}

function jsonDocuments(text: string): string[] {
  try {
    const value: unknown = JSON.parse(text);
    return (Array.isArray(value) ? value : [value]).map((document) => JSON.stringify(document));
  } catch {
    throw new AppError("channel.key-not-json");
  }
}

/** Empty, or an object of HTTP statuses: {"400": "500"} or {"400": 500}. The contract has checked that it is one. */
function isStatusMapping(text: string): boolean {
  if (text.trim() === "") return true;
  return Object.entries<unknown>(JSON.parse(text)).every(
    ([from, to]) => isStatus(from) && (typeof to === "number" || typeof to === "string") && isStatus(`${to}`),
  );
}

function isStatus(text: string): boolean {
  return /^[1-5]\d\d$/.test(text);
}
