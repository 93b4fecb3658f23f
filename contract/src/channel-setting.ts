import { isObject } from "./json-object.ts";
import * as z from "zod/mini";
import { CALL_LIMIT_FIELDS } from "./call-limits.ts";
import { isOverridableHeader, isParamOverride } from "./channel-override.ts";

/**
 * The extra settings of a channel: empty, or a JSON object. Fields that are known are checked; others are kept, since
 * older databases and other gateways have some of their own.
 */
export const channelSetting = z.string().check((payload) => {
  const problem = settingProblem(payload.value);
  if (problem !== undefined) payload.issues.push({ code: "custom", message: problem, input: payload.value });
});

/** One field's rule, and the code of the sentence for a value that breaks it. */
interface SettingRule {
  readonly problem: SettingProblem;
  allows(value: unknown): boolean;
}

type SettingProblem =
  | "input.not-json"
  | "channel.setting-flag-invalid"
  | "channel.setting-proxy-invalid"
  | "channel.setting-prompt-invalid"
  | "channel.setting-headers-invalid"
  | "channel.setting-parameters-invalid"
  | "channel.setting-protocol-invalid"
  | "channel.setting-limit-invalid"
  | "channel.setting-key-mode-invalid";

const flag: SettingRule = {
  problem: "channel.setting-flag-invalid",
  allows: (value) => typeof value === "boolean",
};

const limit: SettingRule = {
  problem: "channel.setting-limit-invalid",
  allows: (value) => typeof value === "number" && Number.isSafeInteger(value) && value >= 0,
};

const RULES: Readonly<Record<string, SettingRule>> = {
  force_format: flag,
  thinking_to_content: flag,
  pass_through_body_enabled: flag,
  system_prompt_override: flag,
  allow_service_tier: flag,
  allow_speed: flag,
  allow_inference_geo: flag,
  proxy: { problem: "channel.setting-proxy-invalid", allows: isProxyAddress },
  system_prompt: {
    problem: "channel.setting-prompt-invalid",
    allows: (value) => typeof value === "string",
  },
  header_override: { problem: "channel.setting-headers-invalid", allows: isHeaderMap },
  param_override: { problem: "channel.setting-parameters-invalid", allows: isParamOverride },
  multi_key_mode: {
    problem: "channel.setting-key-mode-invalid",
    allows: (value) => value === "" || value === "random" || value === "polling",
  },
  http_protocol: {
    problem: "channel.setting-protocol-invalid",
    allows: (value) => value === "auto" || value === "http1",
  },
  http2_connection_shards: {
    problem: "channel.setting-protocol-invalid",
    allows: (value) => typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= 8,
  },
  ...Object.fromEntries(CALL_LIMIT_FIELDS.map((field) => [field, limit])),
};

/** The code of what is wrong with a setting text, or undefined. */
function settingProblem(text: string): SettingProblem | undefined {
  if (text.trim() === "") return undefined;
  const setting = parsed(text);
  if (!isObject(setting)) return "input.not-json";
  for (const [field, value] of Object.entries(setting)) {
    const rule = Object.hasOwn(RULES, field) ? RULES[field] : undefined;
    if (rule !== undefined && value !== null && !rule.allows(value)) return rule.problem;
  }
  return undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Empty for none; else a URL with nothing behind its port. */
function isProxyAddress(value: unknown): boolean {
  if (typeof value !== "string") return false;
  if (value === "") return true;
  if (!/^(https?|socks5h?):\/\/[^/]/.test(value) || !URL.canParse(value)) return false;
  const { hostname, port, pathname, search, hash } = new URL(value);
  return hostname !== "" && port !== "0" && pathname.length < 2 && search === "" && hash === "";
}

/** Names and values as headers carry them: a value of several lines would be several headers. */
function isHeaderMap(value: unknown): boolean {
  return (
    isObject(value) &&
    Object.entries(value).every(
      ([name, text]) => isOverridableHeader(name) && typeof text === "string" && !/[\r\n\0]/.test(text),
    )
  );
}
