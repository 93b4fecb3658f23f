import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { quotaSchema } from "./quota.ts";

/** Texts and limits of accounts: spec 1, sections 5 and 9. */
export const USERNAME_MAX = 12;
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 20;

/** A password that a person chooses. Lengths are in characters. */
export const newPassword = z
  .string()
  .check(z.minLength(PASSWORD_MIN, "password.too-short"), z.maxLength(PASSWORD_MAX, "password.too-long"));

export const username = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, "user.credentials-required"),
    z.maxLength(USERNAME_MAX, "user.name-too-long"),
  );

/** One's own account. Secrets (password, access token) are never part of it. */
export const selfSchema = z.object({
  id: z.int(),
  username: z.string(),
  display_name: z.string(),
  role: z.int(),
  status: z.int(),
  email: z.string(),
  group: z.string(),
  quota: quotaSchema,
  used_quota: quotaSchema,
  request_count: z.int(),
  aff_code: z.string(),
  aff_count: z.int(),
  aff_quota: quotaSchema,
  aff_history_quota: quotaSchema,
  inviter_id: z.int(),
  github_id: z.string(),
  wechat_id: z.string(),
  telegram_id: z.string(),
  linux_do_id: z.string(),
  /** JSON text: notification settings. */
  setting: z.string(),
});
export type Self = z.output<typeof selfSchema>;

/** What sign-in answers: enough to open the console. `default_password` asks the console for the spec's warning. */
export const signedInSchema = z.object({
  id: z.int(),
  username: z.string(),
  display_name: z.string(),
  role: z.int(),
  status: z.int(),
  group: z.string(),
  default_password: z.boolean(),
});
export type SignedIn = z.output<typeof signedInSchema>;

export const login = endpoint("POST /api/user/login", "open", {
  query: z.object({ turnstile: z.optional(z.string()) }),
  body: z.object({
    /** User name or e-mail address. */
    username: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, "user.sign-in-incomplete"),
        z.maxLength(320, "user.sign-in-incomplete"),
      ),
    password: z
      .string()
      .check(z.minLength(1, "user.sign-in-incomplete"), z.maxLength(1024, "user.sign-in-wrong")),
  }),
  data: signedInSchema,
  limit: "critical",
});

/** Ends the session if there is one; always succeeds. */
export const logout = endpoint("GET /api/user/logout", "open", {});

/**
 * Makes an account. Its gifts follow options QuotaForNewUser, QuotaForInvitee and QuotaForInviter; `aff_code` is the
 * inviter's, and one that nobody has is ignored. Refused while registration, or registration by password, is off.
 */
export const register = endpoint("POST /api/user/register", "open", {
  query: z.object({ turnstile: z.optional(z.string()) }),
  body: z.object({
    username,
    password: newPassword,
    /** The password typed again; compared when it is given. */
    password2: z.optional(z.string()),
    /** Needed, with its code, when option EmailVerificationEnabled is on; ignored otherwise: nobody has proved it. */
    email: z.optional(z.string().check(z.maxLength(320, "input.too-long"))),
    verification_code: z.optional(z.string().check(z.maxLength(64, "input.too-long"))),
    aff_code: z.optional(z.string().check(z.trim(), z.maxLength(64, "input.too-long"))),
  }),
  limit: "critical",
});

export const getSelf = endpoint("GET /api/user/self", "user", { data: selfSchema });

/** Changes one's own name or password. A given `original_password` must be right; a new password ends all other sessions. */
export const updateSelf = endpoint("PUT /api/user/self", "user", {
  body: z.object({
    username: z.optional(username),
    display_name: z.optional(z.string().check(z.trim(), z.maxLength(20, "user.display-name-too-long"))),
    password: z.optional(newPassword),
    original_password: z.optional(z.string().check(z.maxLength(1024, "password.original-wrong"))),
  }),
  limit: "critical",
});

/**
 * Cancels one's own account for good: sessions, access token and keys stop. The name stays taken and the books stay as
 * they are. Refused for root.
 */
export const cancelSelf = endpoint("DELETE /api/user/self", "user", {});

/** Makes a new system access token and ends the one before; the answer is the only time it is shown. */
export const newAccessToken = endpoint("GET /api/user/token", "user", {
  data: z.string(),
  limit: "critical",
});

/** Names of the models that one's usable groups reach. */
export const getOwnModels = endpoint("GET /api/user/models", "user", {
  query: z.object({ group: z.optional(z.string()) }),
  data: z.array(z.string()),
});

/** Groups one may use for a token, with ratio and description. */
export const getOwnGroups = endpoint("GET /api/user/self/groups", "user", {
  data: z.record(z.string(), z.object({ ratio: z.number(), desc: z.string() })),
});
