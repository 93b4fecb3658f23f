import type { createChannel, updateChannel } from "@tollgate/contract/channels";
import { KEY_BATCH_MAX } from "@tollgate/contract/channels";
import { ChannelType, isChannelType } from "@tollgate/contract/channel-types";
import type { BodyOf } from "@tollgate/contract/endpoint";
import { DEFAULT_GROUP } from "@tollgate/contract/groups";
import { ChannelStatus } from "@tollgate/contract/statuses";
import { checkUrlShape } from "../../lib/egress/url-shape.ts";
import { egressReason } from "../../lib/egress/egress-error.ts";
import { AppError } from "../../lib/app-error.ts";
import { givenFields } from "../../lib/given-fields.ts";
import { hasKeyList } from "./key-list.ts";
import { mappingCycle } from "./mapping-cycle.ts";
import type { ChannelValues } from "./channel-record.ts";

type NewChannelBody = BodyOf<typeof createChannel>;
type ChannelChangeBody = BodyOf<typeof updateChannel>;
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
  const keys = readKeys(key);
  return { values, keys: hasKeyList(values.setting) ? [keys.join("\n")] : keys };
}

/**
 * What to change of a channel. Groups that it is in already may stay, even if they no longer exist. Throws the first
 * rule that the body breaks.
 */
export function readChannelChange(
  { key, ...body }: Omit<ChannelChangeBody, "id">,
  current: { type: number; base_url: string; setting: string; group: readonly string[] },
  groupExists: GroupExists,
): { change: Partial<ChannelValues>; key: string | undefined } {
  const change = tidied(body);
  checkParts(change, (group) => current.group.includes(group) || groupExists(group));
  if (change.type !== undefined || change.base_url !== undefined)
    checkAddress(change.type ?? current.type, change.base_url ?? current.base_url);
  if (!key) return { change, key: undefined };
  if (hasKeyList(change.setting ?? current.setting)) return { change, key: readKeys(key).join("\n") };
  checkKey(key);
  return { change, key };
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
  if (values.type !== undefined && !isChannelType(values.type))
    throw new AppError("channel.type-unknown", { type: values.type });
  const unknownGroup = values.group?.find((group) => !groupExists(group));
  if (unknownGroup !== undefined) throw new AppError("channel.group-unknown", { group: unknownGroup });
  const cycle = mappingCycle(values.model_mapping ?? "");
  if (cycle) throw new AppError("channel.mapping-cycle", { path: cycle.join("→") });
  if (!isStatusMapping(values.status_code_mapping ?? ""))
    throw new AppError("input.invalid", { details: "status_code_mapping" });
}

function checkAddress(type: number, baseUrl: string): void {
  if (baseUrl === "") {
    if (type === ChannelType.custom) throw new AppError("channel.base-url-required");
    return;
  }
  const refusal = checkUrlShape(baseUrl, "channel");
  if (refusal) throw new AppError("channel.base-url-refused", { reason: egressReason(refusal) });
}

function readKeys(text: string): string[] {
  const keys = text
    .split(/\r?\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
  if (keys.length > KEY_BATCH_MAX) throw new AppError("channel.too-many-keys");
  for (const key of keys) checkKey(key);
  return keys;
}

/** A key travels in a header, where other characters would break every call. */
function checkKey(key: string): void {
  if (!/^[\x20-\x7e]+$/.test(key)) throw new AppError("input.invalid", { details: "key" });
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
