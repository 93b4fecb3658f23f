import type { Language } from "./errors.ts";

/** What may be wrong with a channel, its keys and its tags: a part of `ERRORS`. */
export const CHANNEL_ERRORS = {
  "channel.name-and-key-required": {
    zh: "请填写渠道名称和渠道密钥！",
    en: "Enter the channel's name and key",
  },
  "channel.name-too-long": { zh: "渠道名称过长", en: "The channel name is at most 100 characters" },
  "channel.models-not-a-list": {
    zh: "提交失败，请勿重复提交！",
    en: "Could not submit: the models are not a list",
  },
  "channel.model-required": { zh: "请至少选择一个模型！", en: "Choose at least one model" },
  "channel.model-name-too-long": {
    zh: "模型名称不得超过 255 个字符",
    en: "A model name is at most 255 characters",
  },
  "channel.mapping-not-json": {
    zh: "模型映射必须是合法的 JSON 格式！",
    en: "The model mapping must be a JSON object of texts",
  },
  "channel.mapping-cycle": {
    zh: "模型映射存在循环：{path}",
    en: "The model mapping goes in a circle: {path}",
  },
  "channel.priority-not-whole": { zh: "优先级必须是整数！", en: "The priority must be a whole number" },
  "channel.priority-out-of-range": { zh: "优先级不能小于 -999", en: "The priority cannot be below -999" },
  "channel.weight-invalid": {
    zh: "权重必须是非负整数！",
    en: "The weight must be a whole number, 0 or more",
  },
  "channel.status-invalid": { zh: "无效的渠道状态", en: "The channel status must be 1 or 2" },
  "channel.type-unknown": { zh: "不支持的渠道类型：{type}", en: "Channel type {type} is not supported" },
  "channel.base-url-required": { zh: "该类型的渠道必须填写地址", en: "This channel type needs an address" },
  "channel.base-url-refused": {
    zh: "渠道地址不被允许：{reason}",
    en: "The channel's address is not allowed: {reason}",
  },
  "channel.too-many-keys": { zh: "一次最多添加 1000 个密钥", en: "At most 1000 keys at once" },
  "channel.not-found": {
    zh: "渠道未找到，请刷新页面后重试。",
    en: "The channel was not found; refresh the page and try again.",
  },
  "channel.nothing-selected": { zh: "请先选择要删除的通道！", en: "Select the channels to delete first" },
  "channel.group-unknown": { zh: "分组 {group} 不存在", en: "There is no group {group}" },
  "channel.no-test-model": { zh: "渠道没有可测试的模型", en: "The channel has no model to test" },
  "channel.test-failed": { zh: "测试失败：{reason}", en: "The test failed: {reason}" },
  "channel.test-running": { zh: "测试已在运行中", en: "A test of all channels is running already" },
  "channel.balance-running": { zh: "余额更新已在运行中", en: "An update of all balances is running already" },
  "channel.models-running": {
    zh: "上游模型检查已在运行中",
    en: "A check of the upstream models is running already",
  },
  "channel.balance-unsupported": {
    zh: "尚未实现：该类型的渠道不支持查询余额",
    en: "The vendor of this channel type does not tell a balance",
  },
  "channel.balance-failed": { zh: "余额查询失败：{reason}", en: "The balance could not be read: {reason}" },
  "channel.key-required": { zh: "请填写密钥", en: "Enter the key" },
  "channel.key-not-json": {
    zh: "该类型的密钥必须是合法的 JSON 格式！",
    en: "The key of this channel type is a JSON document",
  },
  "channel.bedrock-key-invalid": {
    zh: "密钥格式应为 AccessKey|SecretKey|Region（可追加 |SessionToken）或 ApiKey|Region，例如地区 us-east-1",
    en: "The key is AccessKey|SecretKey|Region (then |SessionToken, if there is one) or ApiKey|Region, with a region such as us-east-1",
  },
  "channel.vertex-key-invalid": {
    zh: "密钥应为服务账号的 JSON 密钥文件，须含 project_id、client_email 和 private_key",
    en: "The key is a service account's JSON key file, with project_id, client_email and private_key",
  },
  "channel.other-required": {
    zh: "该类型的渠道缺少必填项",
    en: "A field that this channel type needs is empty",
  },
  "channel.region-invalid": {
    zh: "部署地区必须是地区名称，或包含 default 字段的 JSON 对象",
    en: "The region is a name, or a JSON object of names with the field default",
  },
  "channel.models-failed": {
    zh: "获取模型列表失败：{reason}",
    en: "The list of models could not be read: {reason}",
  },
  "channel.models-none-left": {
    zh: "渠道至少需要保留一个模型",
    en: "The channel must keep at least one model",
  },
  "channel.models-unsupported": {
    zh: "获取模型列表失败：该类型的渠道没有模型列表接口",
    en: "The list of models could not be read: vendors of this channel type offer none",
  },
  "channel.tag-required": { zh: "标签不能为空！", en: "The tag must not be empty" },
  "channel.tag-not-found": { zh: "标签 {tag} 不存在", en: "There is no tag {tag}" },
  "channel.tag-unchanged": { zh: "没有任何修改！", en: "Nothing was changed" },
  "channel.nothing-selected-for-tag": {
    zh: "请先选择要设置标签的渠道！",
    en: "Select the channels to tag first",
  },
  "channel.setting-flag-invalid": {
    zh: "渠道额外设置中的开关必须是 true 或 false",
    en: "A switch of the extra settings must be true or false",
  },
  "channel.setting-proxy-invalid": {
    zh: "代理地址必须形如 socks5://用户名:密码@主机:端口，支持 http、https、socks5 和 socks5h",
    en: "A proxy's address is like socks5://user:password@host:port, with http, https, socks5 or socks5h",
  },
  "channel.proxy-refused": {
    zh: "代理地址不可用：{reason}",
    en: "The proxy's address cannot be used: {reason}",
  },
  "channel.proxy-password-required": {
    zh: "代理地址或用户名已更改，请重新填写代理密码",
    en: "The proxy or its user has changed: enter its password again",
  },
  "channel.setting-prompt-invalid": {
    zh: "渠道额外设置中的 system_prompt 必须是文本",
    en: "The extra setting system_prompt must be a text",
  },
  "channel.setting-headers-invalid": {
    zh: "渠道额外设置中的 header_override 必须是请求头名称到文本的 JSON 对象",
    en: "The extra setting header_override must map header names to texts",
  },
  "channel.setting-parameters-invalid": {
    zh: "渠道额外设置中的 param_override 必须是 JSON 对象",
    en: "The extra setting param_override must be a JSON object",
  },
  "channel.setting-key-mode-invalid": {
    zh: "渠道额外设置中的 multi_key_mode 只能是 random 或 polling",
    en: "multi_key_mode in the extra settings must be random or polling",
  },
  "channel.setting-protocol-invalid": {
    zh: "渠道额外设置中的 http_protocol 只能是 auto 或 http1，http2_connection_shards 只能是 1 到 8",
    en: "The extra setting http_protocol is auto or http1, http2_connection_shards is 1 to 8",
  },
  "channel.setting-limit-invalid": {
    zh: "渠道额外设置中的 rpm、tpm、concurrency、rpd、quota_per_day 必须是不小于 0 的整数",
    en: "The extra settings rpm, tpm, concurrency, rpd and quota_per_day are whole numbers, 0 or more",
  },
} as const satisfies Record<string, Record<Language, string>>;
