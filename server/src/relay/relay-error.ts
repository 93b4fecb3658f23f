import type { Language } from "@tollgate/contract/errors";

/**
 * Every refusal that the gateway itself makes on a relayed call: HTTP status, the kind that a dialect's envelope shows,
 * and a sentence in both languages. Programs read `code`; people read the sentence.
 */
const RELAY_ERRORS = {
  "key.missing": [
    401,
    "authentication",
    "未提供令牌。请在 Authorization 请求头中以 Bearer 方式提供令牌",
    "You didn't provide an API key. Send it in the Authorization header as Bearer YOUR_KEY.",
  ],
  "key.invalid": [401, "authentication", "无效的令牌", "Incorrect API key provided."],
  "key.disabled": [401, "authentication", "该令牌状态不可用", "This API key is disabled."],
  "key.expired": [401, "authentication", "该令牌已过期", "This API key has expired."],
  "key.exhausted": [401, "authentication", "该令牌额度已用尽", "This API key has used up its quota."],
  "session.required": [401, "authentication", "无权进行此操作，未登录", "Sign in to the console first."],
  "session.no-access-token": [
    403,
    "permission",
    "暂不支持使用 access token",
    "The playground cannot be used with an access token.",
  ],
  "user.banned": [403, "permission", "用户已被封禁", "This user is banned."],
  "key.ip-refused": [
    403,
    "permission",
    "您的 IP {ip} 不在令牌允许访问的列表中",
    "The address {ip} is not on this API key's list of allowed addresses.",
  ],
  "key.model-refused": [
    403,
    "permission",
    "该令牌无权访问模型 {model}",
    "This API key may not use the model {model}.",
  ],
  "key.channel-refused": [
    403,
    "permission",
    "普通用户不支持指定渠道",
    "Only administrators may choose a channel.",
  ],
  "group.refused": [403, "permission", "无权访问 {group} 分组", "You may not use the group {group}."],
  "group.retired": [403, "permission", "分组 {group} 已被弃用", "The group {group} no longer exists."],
  "channel.disabled": [403, "permission", "该渠道已被禁用", "This channel is disabled."],
  "channel.unknown": [400, "invalid", "无效的渠道 Id", "There is no channel with this id."],
  insufficient_user_quota: [
    403,
    "quota",
    "用户额度不足，剩余额度：{available}，需要预扣费额度：{needed}",
    "Your balance is too low: {available} is available, this call needs {needed}.",
  ],
  pre_consume_token_quota_failed: [
    403,
    "quota",
    "令牌额度不足，剩余额度：{available}，需要预扣费额度：{needed}",
    "This API key's quota is too low: {available} is left, this call needs {needed}.",
  ],
  "body.not-json": [
    400,
    "invalid",
    "请求体不是合法的 JSON：{reason}",
    "The request body is not valid JSON: {reason}",
  ],
  "body.not-form": [
    400,
    "invalid",
    "请求体不是合法的 multipart/form-data：{reason}",
    "The request body is not valid multipart/form-data: {reason}",
  ],
  "body.not-object": [400, "invalid", "请求体必须是 JSON 对象", "The request body must be a JSON object."],
  "body.too-large": [
    413,
    "invalid",
    "请求体过大，上限为 {limitMb} MB",
    "The request body is larger than {limitMb} MB.",
  ],
  "body.incomplete": [400, "invalid", "请求体在结束前中断", "The request body broke off before its end."],
  "body.encoding": [
    415,
    "invalid",
    "不支持的请求体编码：{encoding}",
    "Request bodies with the encoding {encoding} are not supported.",
  ],
  "body.corrupt": [
    400,
    "invalid",
    "请求体无法按其 Content-Encoding 解压",
    "The request body cannot be unpacked by its Content-Encoding.",
  ],
  "body.parameter": [400, "invalid", "参数 {param} 无效：{reason}", "Invalid value for '{param}': {reason}"],
  "media.unreachable": [
    400,
    "invalid",
    "无法获取 {host} 上的文件：{reason}",
    "The file at {host} could not be fetched: {reason}",
  ],
  "media.wrong-type": [
    400,
    "invalid",
    "{host} 上的文件不是受支持的 {kind} 类型",
    "The file at {host} is no {kind} of a supported type.",
  ],
  "media.too-large": [
    400,
    "invalid",
    "请求中引用的文件过大，合计上限为 {limitMb} MB",
    "The files that the request refers to are larger than {limitMb} MB together.",
  ],
  "media.too-many": [
    400,
    "invalid",
    "请求中引用的文件过多，上限为 {limit} 个",
    "The request refers to more than {limit} files by their address.",
  ],
  "parameter.not-there": [
    400,
    "invalid",
    "该模型的上游不支持参数 {param}：{reason}",
    "This model's upstream does not take '{param}' as it is: {reason}",
  ],
  "media.not-fetched": [
    400,
    "invalid",
    "该模型的上游只接受内联文件，网关不会下载文件，请以 base64 发送",
    "The model's upstream takes files inline only, and the gateway fetches none: send them as base64.",
  ],
  "conversation.not-kept": [
    400,
    "invalid",
    "该模型的上游不保存此前的回答（{param}）：请发送完整对话；SDK 可将 store 设为 false",
    "Nothing is kept of this model's earlier answers ({param}): send the whole conversation. SDKs do so with 'store' set to false.",
  ],
  "model.missing": [400, "invalid", "未指定模型名称", "You must provide a model parameter."],
  "model.no-price": [
    400,
    "invalid",
    "模型 {model} 倍率或价格未配置，请联系管理员设置",
    "The model {model} has no price yet; the administrator must set a ratio or price for it first.",
  ],
  model_not_found: [
    503,
    "unavailable",
    "当前分组 {group} 下对于模型 {model} 无可用渠道",
    "No channel is available for the model {model} in the group {group}.",
  ],
  "model.unknown": [404, "invalid", "模型 {model} 不存在", "The model '{model}' does not exist."],
  "address.unknown": [404, "invalid", "无效的地址（{method} {path}）", "Invalid URL ({method} {path})"],
  api_not_implemented: [
    501,
    "invalid",
    "网关未实现该接口（{method} {path}）",
    "The gateway does not implement this call ({method} {path}).",
  ],
  "realtime.no-upgrade": [
    426,
    "invalid",
    "该地址仅支持 WebSocket 连接",
    "This address is for WebSocket connections only.",
  ],
  "realtime.other-model": [
    400,
    "invalid",
    "会话的模型为 {model}，不能更改",
    "This session's model is {model}; it cannot be changed.",
  ],
  "realtime.idle": [
    408,
    "unavailable",
    "会话空闲时间过长，已关闭",
    "The session was idle for too long and has been closed.",
  ],
  "mapping.cycle": [
    500,
    "server",
    "渠道 {channel} 的模型映射存在循环",
    "The model mapping of channel {channel} goes in a circle.",
  ],
  "limit.requests": [
    429,
    "unavailable",
    "请求数已达上限（{scope}）：每 {minutes} 分钟 {limit} 次，已用 {used} 次，请在 {seconds} 秒后重试",
    "Rate limit reached on requests ({scope}): {limit} in {minutes} min, used {used}. Please try again in {seconds}s.",
  ],
  "limit.tokens": [
    429,
    "unavailable",
    "Token 数已达上限（{scope}）：每 {minutes} 分钟 {limit} 个，已用 {used} 个，请在 {seconds} 秒后重试",
    "Rate limit reached on tokens ({scope}): {limit} in {minutes} min, used {used}. Please try again in {seconds}s.",
  ],
  "limit.concurrency": [
    429,
    "unavailable",
    "并发请求数已达上限（{scope}）：{limit}，请在 {seconds} 秒后重试",
    "Too many calls at a time ({scope}): the limit is {limit}. Please try again in {seconds}s.",
  ],
  "limit.day-requests": [
    429,
    "unavailable",
    "今日请求数已达上限（{scope}）：{limit} 次，请在 {seconds} 秒后重试",
    "The day's requests are used up ({scope}): the limit is {limit}. Please try again in {seconds}s.",
  ],
  "limit.day-quota": [
    429,
    "unavailable",
    "今日额度已达上限（{scope}）：{limit}，已用 {used}，请在 {seconds} 秒后重试",
    "The day's quota is used up ({scope}): the limit is {limit}, used {used}. Please try again in {seconds}s.",
  ],
  "limit.channels": [
    429,
    "unavailable",
    "模型 {model} 的渠道均已达到上限，请在 {seconds} 秒后重试",
    "Every channel of the model {model} is at its limit. Please try again in {seconds}s.",
  ],
  "limit.uncounted": [
    503,
    "unavailable",
    "暂时无法统计请求限制，请稍后重试",
    "Rate limits cannot be counted at the moment; please try again.",
  ],
  "upstream.unreachable": [
    502,
    "upstream",
    "无法连接上游：{reason}",
    "The upstream could not be reached: {reason}",
  ],
  "upstream.timeout": [504, "upstream", "上游响应超时", "The upstream took too long to answer."],
  "upstream.invalid": [
    502,
    "upstream",
    "上游返回了无效的响应：{reason}",
    "The upstream's answer is not valid: {reason}",
  ],
  "upstream.truncated": [
    502,
    "upstream",
    "上游在回答结束前中断",
    "The upstream broke off before the end of its answer.",
  ],
  "upstream.error": [
    502,
    "upstream",
    "上游返回错误：{reason}",
    "The upstream answered with an error: {reason}",
  ],
  "upstream.unsupported": [
    501,
    "upstream",
    "该渠道的上游不支持此类请求（{operation}）",
    "The channel's upstream has no such call ({operation}).",
  ],
  "server.internal": [
    500,
    "server",
    "服务器内部错误，请联系管理员",
    "Internal server error; please contact the administrator.",
  ],
  "server.database-away": [
    503,
    "unavailable",
    "数据库暂时无法连接，请稍后重试",
    "The database cannot be reached at the moment; please try again in a few seconds.",
  ],
  "server.draining": [
    503,
    "unavailable",
    "服务正在停止，请稍后重试",
    "The server is shutting down; please try again.",
  ],
} as const satisfies Record<string, readonly [number, RelayErrorKind, string, string]>;

export type RelayErrorCode = keyof typeof RELAY_ERRORS;
export type RelayErrorKind =
  | "authentication"
  | "permission"
  | "quota"
  | "invalid"
  | "unavailable"
  | "upstream"
  | "server";

/** What stands in a sentence's places; words come in both languages. */
type RelayErrorDetails = Readonly<Record<string, string | number | Readonly<Record<Language, string>>>>;

/** A refusal or failure of a relayed call. Dialects turn it into their own envelope. */
export class RelayError extends Error {
  readonly code: RelayErrorCode;
  readonly details: RelayErrorDetails;
  /** Sent with the refusal: when to come again, how limits stand. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: RelayErrorCode,
    details: RelayErrorDetails = {},
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(sentence(code, "en", details));
    this.name = "RelayError";
    this.code = code;
    this.details = details;
    this.headers = headers;
  }

  get status(): number {
    return RELAY_ERRORS[this.code][0];
  }

  get kind(): RelayErrorKind {
    return RELAY_ERRORS[this.code][1];
  }

  text(language: Language): string {
    return sentence(this.code, language, this.details);
  }
}

function sentence(code: RelayErrorCode, language: Language, details: RelayErrorDetails): string {
  const [, , chinese, english] = RELAY_ERRORS[code];
  return (language === "zh" ? chinese : english).replace(/\{(\w+)\}/g, (whole, name: string) => {
    const detail = details[name] ?? whole;
    return typeof detail === "object" ? detail[language] : String(detail);
  });
}

/** Programs read English unless they ask for Chinese: the vendors' own errors are English. */
export function relayLanguage(request: Request): Language {
  return /^\s*zh\b/i.test(request.headers.get("accept-language") ?? "") ? "zh" : "en";
}
