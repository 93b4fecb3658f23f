import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { page, pageQuery } from "./envelope.ts";
import { quotaChangeSchema, quotaSchema } from "./quota.ts";
import { PASSWORD_MAX, PASSWORD_MIN, newPassword, username } from "./session.ts";

export const DISPLAY_NAME_MAX = 20;

/**
 * A user as administrators see it; password, access token and notification settings are never part of it. In a list,
 * rows of the caller's own or a higher role (other than the caller's own row) have no contact details and no figures:
 * empty texts and zeros.
 */
export const userSchema = z.object({
  id: z.int(),
  username: z.string(),
  display_name: z.string(),
  role: z.int(),
  status: z.int(),
  group: z.string(),
  /** What can be spent now: units that running calls hold are not part of it. */
  quota: quotaSchema,
  /** The same figure as `quota`. Send it back with a changed `quota`: see `updateUser`. */
  quota_seen: quotaSchema,
  used_quota: quotaSchema,
  request_count: z.int(),
  aff_code: z.string(),
  /** How many people signed up with this user's code. */
  aff_count: z.int(),
  aff_quota: quotaSchema,
  /** What invitations ever earned, transferred or not. */
  aff_history_quota: quotaSchema,
  inviter_id: z.int(),
  email: z.string(),
  github_id: z.string(),
  wechat_id: z.string(),
  telegram_id: z.string(),
  linux_do_id: z.string(),
  created_at: z.int(),
  last_login_at: z.int(),
  /** When the user was cancelled, as ISO text; null for everybody else. */
  DeletedAt: z.nullable(z.string()),
});
export type User = z.output<typeof userSchema>;

const displayName = z.string().check(z.trim(), z.maxLength(DISPLAY_NAME_MAX, "user.display-name-too-long"));
/** Empty means unchanged. */
const changedPassword = z.string().check(
  z.refine((text) => text === "" || text.length >= PASSWORD_MIN, "password.too-short"),
  z.maxLength(PASSWORD_MAX, "password.too-long"),
);
/**
 * Names one movement of money, so that a repeated call (a double click, a retry after a lost answer) moves it once.
 * Any text that the client uses for this one change only, for example a random UUID.
 */
export const requestKey = z
  .string()
  .check(z.minLength(1, "input.invalid"), z.maxLength(64, "input.too-long"));

/** Newest first, cancelled users included. */
export const listUsers = endpoint("GET /api/user", "admin", {
  query: z.object(pageQuery),
  data: page(userSchema),
});

/** `keyword`: the id, or part of user name, display name or e-mail address. `group`: exact. */
export const searchUsers = endpoint("GET /api/user/search", "admin", {
  query: z.object({ keyword: z.optional(z.string()), group: z.optional(z.string()), ...pageQuery }),
  data: page(userSchema),
  limit: "search",
});

/** Refused for users of the caller's own or a higher role. Root may read itself. */
export const getUser = endpoint("GET /api/user/:id", "admin", { data: userSchema });

/** The new user gets the sign-up gift (option QuotaForNewUser). `role` must be below the caller's. Data is the id. */
export const createUser = endpoint("POST /api/user", "admin", {
  body: z.object({
    username,
    password: newPassword,
    display_name: z.optional(displayName),
    role: z._default(z.union([z.literal(1), z.literal(10)], "user.role-too-high"), 1),
    group: z.optional(z.string().check(z.maxLength(64, "input.too-long"))),
  }),
  data: z.int(),
});

/**
 * Changes what is given. A new password ends the user's sessions.
 *
 * `quota` is the balance to reach, as the caller saw things, and is applied as a difference, so that it neither undoes
 * what the user has spent meanwhile nor what another administrator has given: the difference is `quota` − `quota_seen`.
 * Clients that do not send `quota_seen` are measured by what this server last showed them of this user (within an hour).
 * If it has shown them nothing, the balance becomes exactly `quota`, in one step.
 */
export const updateUser = endpoint("PUT /api/user", "admin", {
  body: z.object({
    id: z.int(),
    username: z.optional(username),
    display_name: z.optional(displayName),
    password: z.optional(changedPassword),
    group: z.optional(z.string().check(z.minLength(1, "input.invalid"), z.maxLength(64, "input.too-long"))),
    quota: z.optional(quotaSchema),
    quota_seen: z.optional(quotaSchema),
    request_key: z.optional(requestKey),
  }),
  data: userSchema,
});

/** What `manageUser` can do. `delete` cancels the user for good; the name stays taken and the books stay as they are. */
export const USER_ACTIONS = ["disable", "enable", "delete", "promote", "demote", "add_quota"] as const;
export type UserAction = (typeof USER_ACTIONS)[number];
/** How `add_quota` uses `value`. Only `override` sets the balance; `add` takes a negative value too. */
export const QUOTA_MODES = ["add", "subtract", "override"] as const;
export type QuotaMode = (typeof QUOTA_MODES)[number];

/** Acts on a user of a lower role. Answers what the row shows afterwards. */
export const manageUser = endpoint("POST /api/user/manage", "admin", {
  body: z.object({
    id: z.int(),
    action: z.enum(USER_ACTIONS, "user.action-unknown"),
    value: z.optional(quotaChangeSchema),
    mode: z._default(z.enum(QUOTA_MODES, "user.action-unknown"), "add"),
    request_key: z.optional(requestKey),
  }),
  data: z.object({ id: z.int(), role: z.int(), status: z.int(), quota: quotaSchema }),
});

/** The same as the action `delete`. */
export const deleteUser = endpoint("DELETE /api/user/:id", "admin", {});
