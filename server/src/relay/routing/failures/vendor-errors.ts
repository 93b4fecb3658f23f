import type { FailureClass } from "./failure-class.ts";

/**
 * What vendors answer when they refuse or fail, and what it means. A row's words are compared in lower case.
 *
 * `codes` are the values of `error.code`, `error.type`, `error.status` or a vendor's own number; one with parts
 * (`Throttling.RateQuota`) is also found by its first part. `says` are parts of a message: its beginning, where vendors quote the client (`message-words.ts`).
 */
export interface VendorErrors {
  readonly vendor: string;
  readonly source: string;
  /** Only answers of these channel types are compared: numbers mean something else at each vendor. */
  readonly channelTypes?: readonly number[];
  readonly codes?: Partial<Record<FailureClass, readonly string[]>>;
  readonly says?: Partial<Record<FailureClass, readonly string[]>>;
}

/** Codes that say for themselves what is meant, and phrases where the code does not. */
export const VENDOR_ERRORS: readonly VendorErrors[] = [
  {
    vendor: "OpenAI",
    source: "https://platform.openai.com/docs/guides/error-codes",
    codes: {
      auth: [
        "invalid_api_key",
        "account_deactivated",
        "invalid_organization",
        "mismatched_organization",
        "unsupported_country_region_territory",
        "ip_not_authorized",
      ],
      quota: [
        "insufficient_quota",
        "billing_not_active",
        "billing_hard_limit_reached",
        "credit_balance_exhausted",
      ],
      "rate-limit": ["rate_limit_exceeded", "tokens", "requests"],
      overload: ["server_is_overloaded", "slow_down"],
      moderation: ["content_policy_violation", "moderation_blocked", "content_filter"],
      "bad-request": [
        "context_length_exceeded",
        "string_above_max_length",
        "unsupported_parameter",
        "unsupported_value",
        "invalid_image_format",
      ],
      "model-missing": ["model_not_found", "model_not_available"],
    },
    says: {
      auth: [
        "incorrect api key provided",
        "you must be a member of an organization",
        "country, region, or territory not supported",
        "your account is not active",
      ],
      quota: ["you exceeded your current quota", "check your plan and billing details"],
      "rate-limit": ["rate limit reached"],
      overload: ["is currently overloaded"],
      "bad-request": ["this model's maximum context length is"],
      "model-missing": ["does not exist or you do not have access to it"],
    },
  },
  {
    vendor: "Anthropic",
    source: "https://docs.anthropic.com/en/api/errors",
    codes: {
      auth: ["authentication_error"],
      quota: ["billing_error", "enforced_spend_limit_reached"],
      "rate-limit": ["rate_limit_error"],
      overload: ["overloaded_error"],
      timeout: ["timeout_error"],
      "bad-request": ["request_too_large"],
    },
    says: {
      auth: ["invalid x-api-key", "this organization has been disabled"],
      quota: ["your credit balance is too low", "you have reached your specified api usage limits"],
      "bad-request": ["prompt is too long"],
    },
  },
  {
    vendor: "Google Gemini and Vertex AI",
    source: "https://ai.google.dev/gemini-api/docs/troubleshooting",
    // Its rate limits speak of an exceeded quota, in the words of OpenAI's empty accounts.
    codes: {
      auth: ["unauthenticated", "api_key_invalid", "api_key_expired", "access_token_expired"],
      "rate-limit": ["resource_exhausted"],
      overload: ["unavailable"],
      timeout: ["deadline_exceeded"],
    },
    says: {
      auth: [
        "api key not valid",
        "api key expired",
        "user location is not supported for the api use",
        "reported as leaked",
      ],
      overload: ["the model is overloaded"],
      "model-missing": ["is not found for api version", "publisher model"],
    },
  },
  {
    vendor: "Azure OpenAI",
    source: "https://learn.microsoft.com/azure/ai-services/openai/how-to/quota",
    codes: {
      auth: ["permissiondenied"],
      overload: ["nocapacity"],
      moderation: ["responsibleaipolicyviolation"],
      "model-missing": ["deploymentnotfound", "operationnotsupported"],
    },
    says: {
      auth: ["invalid subscription key or wrong api endpoint", "lacks the required data action"],
      overload: ["experiencing high demand"],
      moderation: ["triggering azure openai's content management policy"],
    },
  },
  {
    vendor: "AWS Bedrock",
    source: "https://docs.aws.amazon.com/bedrock/latest/userguide/troubleshooting-api-error-codes.html",
    codes: {
      auth: [
        "unrecognizedclientexception",
        "invalidclienttokenid",
        "invalidsignatureexception",
        "incompletesignature",
        "expiredtokenexception",
        "notauthorized",
      ],
      "rate-limit": ["throttlingexception", "servicequotaexceededexception"],
      overload: ["modelnotreadyexception", "serviceunavailableexception", "serviceunavailable"],
      timeout: ["modeltimeoutexception"],
      server: ["internalserverexception", "internalfailure", "modelerrorexception"],
      "model-missing": ["resourcenotfoundexception", "ftuformnotfilled", "badcscoreexception"],
    },
    says: {
      auth: ["the security token included in the request is"],
      "model-missing": ["you don't have access to the model", "the provided model identifier is invalid"],
    },
  },
  {
    vendor: "DeepSeek",
    source: "https://api-docs.deepseek.com/quick_start/error_codes",
    says: { auth: ["authentication fails"], quota: ["insufficient balance"] },
  },
  {
    vendor: "Alibaba Qwen",
    source: "https://help.aliyun.com/zh/model-studio/error-code",
    codes: {
      auth: ["invalidapikey"],
      quota: ["arrearage", "allocationquota"],
      "rate-limit": ["throttling", "limit_requests", "limit_burst_rate"],
      overload: ["modelservingerror", "modelunavailable"],
      moderation: ["datainspectionfailed", "data_inspection_failed"],
      timeout: ["requesttimeout"],
      server: ["internalerror"],
      "bad-request": ["invalidparameter", "badrequest"],
      "model-missing": ["modelnotfound", "model.accessdenied", "accessdenied.unpurchased"],
    },
    says: { quota: ["make sure your account is in good standing"] },
  },
  {
    vendor: "Zhipu GLM",
    source: "https://docs.z.ai/api-reference/api-code",
    channelTypes: [16, 26],
    codes: {
      auth: ["1000", "1001", "1002", "1003", "1004", "1110", "1111", "1112", "1121"],
      quota: ["1113", "1304", "1308", "1309", "1310"],
      "rate-limit": ["1302", "1303", "1313"],
      overload: ["1305", "1312"],
      moderation: ["1301"],
      server: ["1120", "1230", "1234"],
      "bad-request": ["1210", "1212", "1213", "1214", "1215", "1261"],
      "model-missing": ["1211", "1220", "1221", "1222", "1311"],
    },
  },
  {
    vendor: "Moonshot",
    source: "https://platform.kimi.ai/docs/api/errors",
    codes: {
      auth: ["invalid_authentication_error", "incorrect_api_key_error", "permission_denied_error"],
      quota: ["exceeded_current_quota_error"],
      "rate-limit": ["rate_limit_reached_error"],
      overload: ["engine_overloaded_error"],
      "model-missing": ["resource_not_found_error"],
    },
    says: {
      quota: ["reached your usage limit", "monthly usage limit", "verify your membership benefits"],
      moderation: ["the request was rejected because it was considered high risk"],
    },
  },
  {
    vendor: "MiniMax",
    source: "https://platform.minimax.io/docs/api-reference/errorcode",
    channelTypes: [35],
    codes: {
      auth: ["1004", "2049"],
      quota: ["1008", "1028", "1030", "2056"],
      "rate-limit": ["1002", "1039", "1041"],
      moderation: ["1026", "1027"],
      timeout: ["1001"],
      server: ["1000", "1024", "1033"],
      "bad-request": ["1042", "2013"],
      "model-missing": ["2061"],
    },
  },
  {
    vendor: "VolcEngine Ark",
    source: "https://www.volcengine.com/docs/82379/1299023",
    codes: {
      auth: ["authenticationerror"],
      quota: ["accountoverdueerror", "operationdenied.serviceoverdue", "quotaexceeded", "setlimitexceeded"],
      "rate-limit": [
        "ratelimitexceeded",
        "accountratelimitexceeded",
        "modelaccountrpmratelimitexceeded",
        "modelaccounttpmratelimitexceeded",
        "requestbursttoofast",
        "inflightbatchsizeexceeded",
      ],
      overload: ["serveroverloaded", "modelloading"],
      moderation: [
        "sensitivecontentdetected",
        "inputtextsensitivecontentdetected",
        "inputimagesensitivecontentdetected",
        "outputtextsensitivecontentdetected",
        "outputimagesensitivecontentdetected",
        "outputvideosensitivecontentdetected",
      ],
      server: ["internalserviceerror"],
      "bad-request": ["missingparameter"],
      "model-missing": [
        "operationdenied.servicenotopen",
        "modelnotopen",
        "invalidendpoint",
        "invalidendpointormodel",
        "unsupportedmodel",
      ],
    },
  },
  {
    vendor: "Baidu",
    source: "https://cloud.baidu.com/doc/WENXINWORKSHOP/s/tlmyncueh",
    channelTypes: [15, 46],
    codes: {
      auth: ["6", "13", "14", "15", "110", "111", "invalid_iam_token"],
      quota: ["17", "19"],
      "rate-limit": ["18", "336501", "336502", "rpm_rate_limit_exceeded", "tpm_rate_limit_exceeded"],
      overload: ["2", "4", "336100"],
      server: ["1", "336000"],
      moderation: ["336104", "336300"],
    },
  },
  {
    vendor: "SiliconFlow",
    source: "https://docs.siliconflow.cn/en/faqs/error-code",
    channelTypes: [40],
    codes: { quota: ["30001", "30011"], overload: ["50505"], "model-missing": ["20012", "30003"] },
    says: { overload: ["system is too busy"] },
  },
  {
    vendor: "xAI",
    source: "https://docs.x.ai/docs/key-information/debugging",
    says: {
      quota: ["used all available credits", "reached its monthly spending limit"],
      moderation: ["content violates usage guidelines"],
    },
  },
  {
    vendor: "OpenRouter",
    source: "https://openrouter.ai/docs/api-reference/errors",
    says: { quota: ["insufficient credits"], moderation: ["your input was flagged"] },
  },
  {
    vendor: "Gateways of the family this one belongs to, as upstreams",
    source: "shared reference on the ecosystem, sections 1.0 and 5",
    codes: {
      auth: ["get_token_quota_failed"],
      quota: ["insufficient_user_quota", "pre_consume_token_quota_failed"],
      moderation: ["sensitive_words_detected", "prompt_blocked"],
      overload: ["get_channel_failed"],
    },
    says: {
      auth: ["无效的令牌", "该令牌状态不可用", "该令牌已过期"],
      quota: ["该令牌额度已用尽", "用户额度不足", "余额不足", "欠费"],
      "model-missing": ["无可用渠道", "no available channel"],
    },
  },
];

/** Types that many failures share; what a message says is more exact. */
export const GENERIC_TYPES: Readonly<Record<string, FailureClass>> = {
  invalid_request_error: "bad-request",
  invalid_argument: "bad-request",
  failed_precondition: "bad-request",
  validationexception: "bad-request",
  permission_error: "auth",
  permission_denied: "auth",
  accessdeniedexception: "auth",
  accessdenied: "auth",
  not_found_error: "model-missing",
  not_found: "model-missing",
  server_error: "server",
  api_error: "server",
  internal: "server",
};

/** What a status means by itself. Those from 520 on are Cloudflare's, which stands before many vendors. */
export const STATUS_CLASSES: Readonly<Record<number, FailureClass>> = {
  401: "auth",
  402: "quota",
  403: "auth",
  404: "model-missing",
  408: "timeout",
  409: "server",
  424: "server",
  425: "overload",
  429: "rate-limit",
  451: "moderation",
  499: "network",
  503: "overload",
  504: "timeout",
  520: "network",
  521: "network",
  522: "network",
  523: "network",
  524: "timeout",
  525: "network",
  526: "network",
  529: "overload",
};
