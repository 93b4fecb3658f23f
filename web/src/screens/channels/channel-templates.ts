/** Examples that a press fills in: the spec's first, then what the extra settings are used for most. */
export const MAPPING_TEMPLATE = asText({ "gpt-3.5-turbo": "gpt-3.5-turbo-0125" });
export const STATUS_MAPPING_TEMPLATE = asText({ "400": "500" });
export const REGION_TEMPLATE = asText({
  default: "us-central1",
  "claude-3-5-sonnet-20240620": "europe-west1",
});

/** Parts of the extra settings, each with the name of its text. */
export const SETTING_TEMPLATES = [
  { text: "template", part: { force_format: true } },
  { text: "settingPrompt", part: { system_prompt: "", system_prompt_override: false } },
  { text: "settingHeaders", part: { header_override: { "X-Custom-Header": "value" } } },
  { text: "settingParameters", part: { param_override: { temperature: 0.7 } } },
  { text: "settingPassThrough", part: { pass_through_body_enabled: true } },
  { text: "settingThinking", part: { thinking_to_content: true } },
] as const;

/** JSON text of an object with a part put in; what it has under the same name stays. A text that is no object gives way. */
export function withSetting(text: string, part: object): string {
  return asText({ ...part, ...objectIn(text) });
}

/** One of the extra settings; undefined where the text has none of that name, or is no object. */
export function settingIn(text: string, field: string): unknown {
  return objectIn(text)[field];
}

/** The extra settings with one of them set, or taken out; the others stay. */
export function withSettingField(text: string, field: string, value: string | undefined): string {
  const { [field]: _, ...others } = objectIn(text);
  if (value !== undefined) return asText({ ...others, [field]: value });
  return Object.keys(others).length === 0 ? "" : asText(others);
}

function objectIn(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}

function asText(value: object): string {
  return JSON.stringify(value, null, 2);
}
