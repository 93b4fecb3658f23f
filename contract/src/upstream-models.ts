import * as z from "zod/mini";
import { channelRunSchema } from "./channel-operations.ts";
import { endpoint } from "./endpoint.ts";

/** How the models that a channel's vendor lists differ from those that the channel serves. Nothing follows by itself. */

const MODEL_NAME_MAX = 255;
const DECIDED_MAX = 5000;
const names = z
  .array(z.string().check(z.maxLength(MODEL_NAME_MAX, "channel.model-name-too-long")))
  .check(z.maxLength(DECIDED_MAX, "input.invalid"));

const differenceSchema = z.object({
  /** When the vendor was asked last, unix seconds; 0 = never. */
  checked_at: z.int(),
  /** Models that the vendor lists and the channel does not serve, sorted. */
  added: z.array(z.string()),
  /** Models that the channel serves and the vendor does not list, sorted. */
  gone: z.array(z.string()),
});
export type ModelListDifference = z.output<typeof differenceSchema>;

/** Channels with a difference that nobody has decided yet, and how many models it is about. */
export const listModelDifferences = endpoint("GET /api/channel/upstream_updates", "admin", {
  data: z.array(z.object({ id: z.int(), added: z.int(), gone: z.int() })),
});

/** What was found for a channel when its vendor was asked last. */
export const getModelDifference = endpoint("GET /api/channel/:id/upstream_updates", "admin", {
  data: differenceSchema,
});

/** Asks the channel's vendor now. Of what a vendor lists at the first time only what is gone counts. */
export const detectModelDifference = endpoint("POST /api/channel/upstream_updates/detect", "admin", {
  body: z.object({ id: z.int() }),
  data: differenceSchema,
});

/** Decides: models that the channel is to serve, is to serve no longer, and differences to stay silent about. */
export const applyModelDifference = endpoint("POST /api/channel/upstream_updates/apply", "admin", {
  body: z.object({
    id: z.int(),
    add_models: z._default(names, []),
    remove_models: z._default(names, []),
    ignore_models: z._default(names, []),
  }),
  data: differenceSchema,
});

/** Asks the vendors of all enabled channels that offer a list. Refused while such a run goes on. */
export const detectAllModelDifferences = endpoint("POST /api/channel/upstream_updates/detect_all", "admin", {
  data: channelRunSchema,
});
export const getModelListRun = endpoint("GET /api/channel/upstream_updates/detect_all/status", "admin", {
  data: channelRunSchema,
});
export const cancelModelListRun = endpoint("POST /api/channel/upstream_updates/detect_all/cancel", "admin", {
  data: channelRunSchema,
});
