import * as z from "zod/mini";
import { channelSetting } from "./channel-setting.ts";
import { endpoint } from "./endpoint.ts";

/** Calls that keep the stock of channels in order, and those that ask the vendors something. */

/** Deletes every channel that is not enabled; answers how many. */
export const deleteDisabledChannels = endpoint("DELETE /api/channel/disabled", "admin", { data: z.int() });

/** Writes anew, where they differ from the channels, the tables that routing is built from; answers for how many. */
export const repairChannels = endpoint("POST /api/channel/fix", "admin", { data: z.int() });

/** Names of the models that a stored channel's vendor lists. */
export const fetchChannelModels = endpoint("GET /api/channel/fetch_models/:id", "admin", {
  data: z.array(z.string()),
});

/** The same for values that are not stored yet. `other` is the field that some types need, such as an account id. */
export const fetchModels = endpoint("POST /api/channel/fetch_models", "admin", {
  body: z.object({
    base_url: z.optional(z.string().check(z.maxLength(500, "input.too-long"))),
    type: z.int(),
    key: z
      .string()
      .check(z.trim(), z.minLength(1, "channel.key-required"), z.maxLength(200_000, "input.too-long")),
    other: z.optional(z.string().check(z.maxLength(4000, "input.too-long"))),
    /** For the proxy that is in it. */
    setting: z.optional(channelSetting),
  }),
  data: z.array(z.string()),
});

/** Asks the vendor what is left, in USD, and stores it. */
export const updateChannelBalance = endpoint("GET /api/channel/update_balance/:id", "admin", {
  top: z.object({ balance: z.number() }),
});

/**
 * Work over all channels, one at a time in the whole installation: every node tells of the same run, and ends it. The
 * newest can be read until the next begins.
 */
export const channelRunSchema = z.object({
  running: z.boolean(),
  /** Channels that the run goes through, how many it is done with, and how many of those failed. */
  total: z.int(),
  done: z.int(),
  failed: z.int(),
  /** Channels that were switched off and on by what the run found. */
  switched_off: z.int(),
  switched_on: z.int(),
  /** Ended before it was through: by a person, or with the node that it went on at. */
  cancelled: z.boolean(),
  /** Unix seconds; 0 = not yet. */
  started_at: z.int(),
  finished_at: z.int(),
  /** The first failures. */
  failures: z.array(z.object({ id: z.int(), name: z.string(), message: z.string() })),
});
export type ChannelRun = z.output<typeof channelRunSchema>;

/** Tests every channel that no person has disabled. Refused while such a run goes on. */
export const testAllChannels = endpoint("GET /api/channel/test", "admin", { data: channelRunSchema });
export const getTestRun = endpoint("GET /api/channel/test/status", "admin", { data: channelRunSchema });
/** Ends the run at once: tests that are under way are broken off and count for nothing. */
export const cancelTestRun = endpoint("POST /api/channel/test/cancel", "admin", { data: channelRunSchema });

/** Updates the balance of every enabled channel whose vendor tells it. Refused while such a run goes on. */
export const updateAllBalances = endpoint("GET /api/channel/update_balance", "admin", {
  data: channelRunSchema,
});
export const getBalanceRun = endpoint("GET /api/channel/update_balance/status", "admin", {
  data: channelRunSchema,
});
export const cancelBalanceRun = endpoint("POST /api/channel/update_balance/cancel", "admin", {
  data: channelRunSchema,
});
