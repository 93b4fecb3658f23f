import { CHANNEL_ERRORS } from "./channel-errors.ts";

/**
 * Every error code of the console's API with its sentence in both languages; the core knows codes only, the edge
 * chooses the sentence. `{name}` is filled from the error's details. Texts of the spec are used to the letter.
 */
export type Language = "zh" | "en";

export const ERRORS = {
  "input.invalid": { zh: "无效的参数：{details}", en: "Invalid parameter: {details}" },
  "input.not-json": { zh: "不是合法的 JSON 字符串", en: "Not a valid JSON object" },
  "input.body-not-json": { zh: "请求体不是合法的 JSON", en: "The request body is not valid JSON" },
  "input.body-not-labelled": {
    zh: "请求头 Content-Type 必须是 application/json",
    en: "Send the body with Content-Type: application/json",
  },
  "input.body-too-large": {
    zh: "请求体过大，上限为 {limitKb} KB",
    en: "The request body is larger than {limitKb} KB",
  },
  "input.not-a-whole-number": { zh: "必须是整数", en: "Must be a whole number" },
  "input.too-long": { zh: "内容过长", en: "The text is too long" },
  "input.nothing-selected": { zh: "请先选择要操作的项目！", en: "Select at least one item first" },
  "input.not-found": { zh: "页面不存在", en: "There is no such address" },
  "server.internal": {
    zh: "服务器内部错误，请联系管理员（请求编号：{requestId}）",
    en: "Internal server error; please contact the administrator (request id: {requestId})",
  },
  "server.unavailable": {
    zh: "服务正在停止，请稍后重试",
    en: "The server is shutting down; please try again",
  },
  "server.database-away": {
    zh: "数据库暂时无法连接，请稍后重试",
    en: "The database cannot be reached at the moment; try again in a few seconds",
  },
  "rate.too-many": { zh: "请求次数过多，请稍后再试", en: "Too many requests; try again later" },

  "session.required": {
    zh: "未登录或登录已过期，请重新登录！",
    en: "You are not signed in, or your session has expired. Please sign in again.",
  },
  "session.user-mismatch": {
    zh: "无权进行此操作，New-Api-User 与登录用户不匹配，请重新登录",
    en: "The New-Api-User header does not match the signed-in user. Please sign in again.",
  },
  "session.user-missing": {
    zh: "无权进行此操作，未提供 New-Api-User",
    en: "The New-Api-User header is missing",
  },
  "session.forbidden": { zh: "无权进行此操作，权限不足", en: "You do not have permission to do this" },
  "user.credentials-required": { zh: "用户名和密码不能为空！", en: "User name and password are required" },
  "user.sign-in-incomplete": { zh: "请输入用户名和密码！", en: "Enter user name and password" },
  "user.sign-in-wrong": {
    zh: "用户名或密码错误，或用户已被封禁",
    en: "Wrong user name or password, or the user is banned",
  },
  "user.sign-in-disabled": { zh: "管理员关闭了密码登录", en: "Sign-in by password is switched off" },
  "user.name-too-long": { zh: "用户名长度不得超过 12 位！", en: "The user name is at most 12 characters" },
  "user.name-taken": { zh: "用户名已存在", en: "The user name is already taken" },
  "user.display-name-too-long": {
    zh: "显示名称长度不得超过 20 位！",
    en: "The display name is at most 20 characters",
  },
  "user.not-found": { zh: "用户不存在", en: "There is no such user" },
  "user.registration-off": { zh: "管理员关闭了新用户注册", en: "Registration is switched off" },
  "user.password-registration-off": {
    zh: "管理员关闭了通过密码进行注册，请使用第三方账户验证的形式进行注册",
    en: "Registration by password is switched off; sign up with a third-party account",
  },
  "user.email-required": {
    zh: "管理员开启了邮箱验证，请输入邮箱地址和验证码",
    en: "E-mail verification is on: enter an e-mail address and its code",
  },
  "user.email-unavailable": {
    zh: "管理员开启了邮箱验证，但服务器暂时无法发送验证码，请联系管理员",
    en: "E-mail verification is on, but this server cannot send codes; please contact the administrator",
  },
  "user.turnstile-unavailable": {
    zh: "管理员开启了 Turnstile 校验，但服务器暂时无法校验，请联系管理员",
    en: "Turnstile is switched on, but this server cannot check it; please contact the administrator",
  },
  "user.not-readable": {
    zh: "无权获取同级或更高等级用户的信息",
    en: "You may not read users of your own or a higher level",
  },
  "user.not-manageable": {
    zh: "无权更新同权限等级或更高权限等级的用户信息",
    en: "You may not change users of your own or a higher level",
  },
  "user.role-too-high": {
    zh: "无法创建权限大于等于自己的用户",
    en: "You cannot create users of your own or a higher level",
  },
  "user.root-not-disabled": { zh: "无法禁用超级管理员用户", en: "The super admin cannot be disabled" },
  "user.root-not-deleted": { zh: "无法删除超级管理员用户", en: "The super admin cannot be deleted" },
  "user.root-not-cancelled": {
    zh: "不能删除超级管理员账户",
    en: "The account of the super admin cannot be deleted",
  },
  "user.root-not-demoted": { zh: "无法降级超级管理员用户", en: "The super admin cannot be demoted" },
  "user.promotion-by-root-only": {
    zh: "普通管理员用户无法提升其他用户为管理员",
    en: "Only the super admin can make somebody an admin",
  },
  "user.admin-already": { zh: "该用户已经是管理员", en: "The user is an admin already" },
  "user.ordinary-already": { zh: "该用户已经是普通用户", en: "The user is an ordinary user already" },
  "user.not-enableable": { zh: "该用户无法启用", en: "The user cannot be enabled" },
  "user.action-unknown": { zh: "不支持的操作", en: "There is no such action" },
  "user.group-unknown": { zh: "分组 {group} 不存在", en: "There is no group {group}" },
  "user.changed-meanwhile": {
    zh: "用户信息已被他人修改，请刷新后重试",
    en: "Somebody else has just changed the user; refresh and try again",
  },
  "user.banned": { zh: "用户已被封禁", en: "The user is banned" },
  "password.too-short": { zh: "密码长度不得小于 8 位！", en: "The password needs at least 8 characters" },
  "password.too-long": { zh: "密码长度不得大于 20 位！", en: "The password is at most 20 characters" },
  "password.not-repeated": { zh: "两次输入的密码不一致", en: "The two passwords differ" },
  "password.original-wrong": { zh: "原密码错误", en: "The current password is wrong" },

  ...CHANNEL_ERRORS,

  "token.name-required": { zh: "请输入令牌名称", en: "Enter a name for the token" },
  "token.name-too-long": { zh: "令牌名称过长", en: "The token name is at most 30 characters" },
  "token.expiry-invalid": { zh: "过期时间格式错误！", en: "The expiry time is not valid" },
  "token.count-invalid": {
    zh: "创建数量必须是 1 到 100 的整数",
    en: "The count must be a whole number from 1 to 100",
  },
  "token.too-many": {
    zh: "令牌数量已达上限（{limit}）",
    en: "You already have the most tokens allowed ({limit})",
  },
  "token.too-many-addresses": { zh: "IP 白名单过长", en: "The address list is too long" },
  "token.too-many-models": { zh: "可用模型过多", en: "Too many models" },
  "token.address-invalid": {
    zh: "无效的 IP 地址或网段：{address}",
    en: "Not an address or range: {address}",
  },
  "token.group-unknown": {
    zh: "分组 {group} 不存在或无权使用",
    en: "There is no group {group}, or you may not use it",
  },
  "token.not-found": { zh: "令牌不存在", en: "There is no such token" },
  "token.status-invalid": { zh: "无效的令牌状态", en: "The token status must be 1 or 2" },
  "token.expired": {
    zh: "令牌已过期，无法启用，请先修改令牌过期时间，或者设置为永不过期",
    en: "The token has expired: change its expiry first, or let it never expire",
  },
  "token.exhausted": {
    zh: "令牌可用额度已用尽，无法启用，请先修改令牌剩余额度，或者设置为无限额度",
    en: "The token's quota is used up: raise it first, or make it unlimited",
  },
  "redemption.code-required": { zh: "请输入兑换码！", en: "Enter a redemption code" },
  "redemption.invalid": { zh: "无效的兑换码", en: "The redemption code is not valid" },
  "redemption.used": { zh: "该兑换码已被使用", en: "The redemption code has been used" },
  "redemption.disabled": { zh: "该兑换码已被禁用", en: "The redemption code is disabled" },
  "redemption.expired": { zh: "该兑换码已过期", en: "The redemption code has expired" },
  "redemption.not-found": { zh: "兑换码不存在", en: "There is no such redemption code" },
  "redemption.name-too-long": {
    zh: "兑换码名称长度必须在1-20之间",
    en: "The name of a redemption code has 1 to 20 characters",
  },
  "redemption.quota-invalid": {
    zh: "兑换码额度必须是大于0的整数",
    en: "The quota of a redemption code is a whole number above 0",
  },
  "redemption.count-invalid": { zh: "兑换码个数必须大于0", en: "Make at least one redemption code" },
  "redemption.count-too-large": {
    zh: "一次兑换码批量生成的个数不能大于 100",
    en: "At most 100 redemption codes at once",
  },
  "redemption.expiry-passed": { zh: "过期时间不能早于当前时间", en: "The expiry time is not in the future" },
  "redemption.not-editable": {
    zh: "只能编辑未使用的兑换码",
    en: "Only an unused redemption code can be changed",
  },
  "redemption.status-invalid": {
    zh: "无效的兑换码状态",
    en: "The status of a redemption code can be set to 1 or 2 only",
  },
  "affiliate.amount-too-small": {
    zh: "划转金额最低为 {minimum}",
    en: "Transfer at least {minimum}",
  },
  "affiliate.insufficient": { zh: "邀请额度不足！", en: "The affiliate quota is not enough" },
  "quota.negative": { zh: "额度不能为负数", en: "The quota cannot be negative" },
  "quota.out-of-range": { zh: "额度超出允许范围", en: "The quota is out of range" },

  "option.unknown": { zh: "未知的设置项：{key}", en: "There is no option {key}" },
  "option.invalid": {
    zh: "设置项 {key} 的值无效：{details}",
    en: "The value of option {key} is not valid: {details}",
  },
  "option.requires": {
    zh: "无法启用，请先填入 {missing}",
    en: "Cannot be switched on: fill in {missing} first",
  },
  "option.not-a-number": {
    zh: "{key} 必须是不小于 {min} 的数字",
    en: "{key} must be a number of {min} or more",
  },
  "option.not-a-number-between": {
    zh: "{key} 必须是 {min} 到 {max} 之间的数字",
    en: "{key} must be a number from {min} to {max}",
  },
  "option.not-a-whole-number": {
    zh: "{key} 必须是不小于 {min} 的整数",
    en: "{key} must be a whole number of {min} or more",
  },
  "option.not-a-whole-number-between": {
    zh: "{key} 必须是 {min} 到 {max} 之间的整数",
    en: "{key} must be a whole number from {min} to {max}",
  },
  "option.not-an-address": {
    zh: "{key} 必须以 http:// 或 https:// 开头",
    en: "{key} must be an address that begins with http:// or https://",
  },
  "option.not-statuses": {
    zh: "{key} 必须是 HTTP 状态码或范围，以逗号分隔，例如 401,500-503",
    en: "{key} must be HTTP statuses or ranges of them, separated by commas, e.g. 401,500-503",
  },
  "option.too-long": {
    zh: "{key} 不能超过 {max} 个字符",
    en: "{key} has at most {max} characters",
  },
  "option.table-not-json": {
    zh: "{key} 不是合法的 JSON 字符串（第 {line} 行第 {column} 列）",
    en: "{key} is not a valid JSON object (line {line}, column {column})",
  },
  "option.table-duplicate": {
    zh: "{key} 第 {line} 行：名称 {name} 重复",
    en: "{key}, line {line}: {name} is there twice",
  },
  "option.table-not-a-price": {
    zh: "{key} 第 {line} 行：{name} 的值必须是 0 到 {max} 之间的数字",
    en: "{key}, line {line}: the value of {name} must be a number from 0 to {max}",
  },
  "option.table-not-a-map": {
    zh: "{key} 第 {line} 行：{name} 的值必须是 JSON 对象",
    en: "{key}, line {line}: the value of {name} must be a JSON object",
  },
  "option.table-not-a-limit": {
    zh: "{key} 第 {line} 行：{name} 无效，可用的限制项为 {fields}，值必须是非负整数",
    en: "{key}, line {line}: {name} is not valid. A limit has {fields}, each a whole number of 0 or more",
  },
  "option.table-not-a-pair": {
    zh: "{key} 第 {line} 行：{name} 的值必须是两个非负整数 [请求数, 成功请求数]",
    en: "{key}, line {line}: {name} must be two whole numbers of 0 or more, [requests, successful requests]",
  },
  "option.table-not-tiers": {
    zh: "{key} 第 {line} 行：{name} 的阶梯价格无效（应为按 above_input_tokens 递增的列表）",
    en: "{key}, line {line}: the tiers of {name} are not valid (a list by rising above_input_tokens)",
  },
  "price.not-exposed": { zh: "倍率配置接口未启用", en: "The ratio configuration is not exposed" },
  "ledger.audit-running": {
    zh: "账目核对正在进行，请稍后再试",
    en: "An audit is running already; try again when it has ended",
  },
  "log.date-required": { zh: "请选择日期！", en: "Choose a date" },
  "log.not-charged": { zh: "该日志没有产生扣费", en: "Nothing was charged for this log row" },
  "log.not-found": { zh: "日志不存在", en: "There is no such log row" },
  "log.not-explainable": {
    zh: "该日志没有保存价格与用量，无法解释这笔扣费",
    en: "This log row holds no price and usage, so its charge cannot be explained",
  },
} as const satisfies Record<string, Record<Language, string>>;

export type ErrorCode = keyof typeof ERRORS;
/** What stands in a sentence's places; words come in both languages. */
export type ErrorDetails = Record<string, string | number | Readonly<Record<Language, string>>>;

/** Whether a text (for example a schema issue's message) is one of the codes. */
export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(ERRORS, text);
}

/** The sentence for a code. A placeholder without a detail stays as it is. */
export function errorText(code: ErrorCode, language: Language, details: ErrorDetails = {}): string {
  return ERRORS[code][language].replace(/\{(\w+)\}/g, (whole, name: string) => {
    const detail = details[name] ?? whole;
    return typeof detail === "object" ? detail[language] : String(detail);
  });
}

/** The language an Accept-Language header asks for; Chinese unless English comes first. */
export function languageOf(acceptLanguage: string | null | undefined): Language {
  return /^\s*en\b/i.test(acceptLanguage ?? "") ? "en" : "zh";
}
