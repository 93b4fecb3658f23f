import { expect, test } from "bun:test";
import * as z from "zod/mini";
import { channelSetting } from "./channel-setting.ts";

const problemOf = (text: string) => z.safeParse(channelSetting, text).error?.issues[0]?.message;

test.each<[string, string | undefined]>([
  ["", undefined],
  [" \n", undefined],
  ["{}", undefined],
  ['{"force_format":true,"own":[1]}', undefined],
  ['{"force_format":null}', undefined],
  ['{"allow_service_tier":true,"allow_speed":false,"allow_inference_geo":true}', undefined],
  ['{"allow_speed":"yes"}', "channel.setting-flag-invalid"],
  ['{"proxy":"socks5h://user:pass@10.0.0.1:1080","system_prompt":"be kind"}', undefined],
  ['{"proxy":""}', undefined],
  ['{"header_override":{"X-Key":"{api_key}"},"param_override":{"temperature":0}}', undefined],
  ['{"http_protocol":"http1","http2_connection_shards":8}', undefined],
  ['{"rpm":60,"tpm":0,"concurrency":4,"rpd":1,"quota_per_day":500000}', undefined],
  ["[]", "input.not-json"],
  ["{", "input.not-json"],
  ['"text"', "input.not-json"],
  ['{"thinking_to_content":1}', "channel.setting-flag-invalid"],
  ['{"proxy":"10.0.0.1:8080"}', "channel.setting-proxy-invalid"],
  ['{"proxy":"socks5://:1080"}', "channel.setting-proxy-invalid"],
  ['{"proxy":"http://a.test:0"}', "channel.setting-proxy-invalid"],
  ['{"proxy":"http://a.test/path"}', "channel.setting-proxy-invalid"],
  ['{"proxy":"socks5://a.test?b"}', "channel.setting-proxy-invalid"],
  ['{"proxy":"http://"}', "channel.setting-proxy-invalid"],
  ['{"proxy":"file:///a"}', "channel.setting-proxy-invalid"],
  ['{"system_prompt":{}}', "channel.setting-prompt-invalid"],
  ['{"header_override":{"a b":"1"}}', "channel.setting-headers-invalid"],
  ['{"header_override":{"a":1}}', "channel.setting-headers-invalid"],
  ['{"header_override":{"a":"1\\r\\nb: 2"}}', "channel.setting-headers-invalid"],
  ['{"param_override":[]}', "channel.setting-parameters-invalid"],
  ['{"rpm":"60"}', "channel.setting-limit-invalid"],
  ['{"concurrency":-1}', "channel.setting-limit-invalid"],
  ['{"tpm":1.5}', "channel.setting-limit-invalid"],
  ['{"http2_connection_shards":9}', "channel.setting-protocol-invalid"],
])("the setting %s", (text, problem) => {
  expect(problemOf(text)).toBe(problem);
});
