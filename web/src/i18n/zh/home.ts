export const home = {
  title: "一个地址，接入所有 AI 模型",
  lead: "统一的 OpenAI 兼容接口，自动选路与重试，按实际用量精确计费，每一笔都可查。",
  start: "进入控制台",
  signIn: "登录",
  docs: "查看文档",
  endpoint: { title: "接口地址", copy: "复制接口地址", hint: "把 SDK 的 base_url 换成它即可。" },
  sample: { title: "调用示例", copy: "复制示例", key: "您的令牌" },
  features: {
    routing: { title: "多渠道选路", text: "按优先级与权重分发；尚未输出内容前失败会自动换渠道重试。" },
    billing: { title: "精确计费", text: "先预留、后结算，逐笔写入日志，费用随时可以复算。" },
    tokens: { title: "令牌管理", text: "额度、有效期、IP 白名单与模型限制，一个令牌一套规则。" },
    privacy: { title: "自主部署", text: "一个程序、一个数据目录、一个端口，密钥加密保存。" },
  },
};
