import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";

export const DEFAULT_GROUP = "default";
/** Stands for the groups of the option AutoGroups, or of a token's own list, in their order. */
export const AUTO_GROUP = "auto";

/** Names of all groups that have a ratio. */
export const listGroups = endpoint("GET /api/group", "admin", { data: z.array(z.string()) });

/** Built-in model names by channel type number: what "fill related" offers in the channel form. */
export const listBuiltInModels = endpoint("GET /api/models", "user", {
  data: z.record(z.string(), z.array(z.string())),
});
