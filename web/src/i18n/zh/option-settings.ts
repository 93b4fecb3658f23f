/** Texts of the settings' tabs for options: operation, system and other. */
export const optionSettings = {
  comma: "、",
  unsaved: "未保存",
  nothingChanged: "你似乎并没有修改什么",
  checkInput: "请检查输入",
  sections: "设置分区",
  search: {
    label: "搜索设置",
    nothing: "没有找到相关设置",
    hint: "可按名称、说明或设置项的键名搜索运营、系统与其他设置。",
  },
  state: { on: "已开启", off: "已关闭" },
  default: {
    value: "默认：{{value}}",
    empty: "空",
    reset: "恢复默认",
    resetOf: "恢复默认：{{name}}",
  },
  secret: "已保存的内容不会显示；留空则不修改",
  example: "例如：",
  noGroup: "不使用",
  choice: { count: "各节点自行计数", refuse: "拒绝有限制的调用" },
  unit: {
    minutes: "分钟",
    seconds: "秒",
    times: "次",
    requests: "次请求",
    tokens: "token",
    yuan: "元",
    perUsd: "额度 / 美元",
  },
  passwordOff: {
    title: "关闭密码登录？",
    description:
      "除超级管理员外，所有用户都将无法通过密码登录；没有绑定其他登录方式的用户（包括管理员）将无法登录。",
    confirm: "确认关闭",
  },
  clearLogs: {
    name: "清除历史日志",
    hint: "删除所选时间之前的日志，无法恢复；余额与账本不受影响。",
    before: "清除此时间之前的日志",
    action: "清除历史日志",
    noDate: "请选择日志记录时间",
    title: "清除历史日志？",
    description: "{{time}} 之前的日志将被删除，无法恢复。",
    done: "{{count}} 条日志已清理！",
  },
  section: {
    general: "通用设置",
    quota: "额度设置",
    logs: "日志设置",
    monitoring: "监控设置",
    routing: "重试与选路",
    rates: "模型请求速率限制",
    limits: "调用限制",
    address: "服务器地址",
    accounts: "配置登录注册",
    payment: "支付设置",
    site: "个性化设置",
  },
  field: {
    QuotaPerUnit: {
      name: "单位美元额度",
      hint: "一美元等于多少额度。修改后只改变显示与换算，已有余额的额度数不变。",
    },
    DisplayInCurrencyEnabled: { name: "以货币形式显示额度", hint: "关闭后显示原始额度。" },
    DisplayTokenStatEnabled: {
      name: "Billing 相关 API 显示令牌额度而非用户额度",
      hint: "客户端查询余额时看到的是令牌自己的额度。",
    },
    DefaultCollapseSidebar: {
      name: "默认折叠侧边栏",
      hint: "对还没有自己选择过的用户生效。",
    },
    SelfUseModeEnabled: {
      name: "自用模式",
      hint: "开启后，没有设置价格的模型也可以调用，按默认倍率计费；关闭时会被拒绝。",
    },
    PricingSignInRequired: { name: "模型价格仅登录后可见", hint: "开启后，未登录的访客不能查看价格页。" },
    ExposeRatioEnabled: {
      name: "暴露倍率接口",
      hint: "允许其他网关通过 /api/ratio_config 读取本站的倍率。",
    },
    QuotaForNewUser: { name: "新用户初始额度", hint: "注册时赠送给新用户。" },
    QuotaForInviter: { name: "邀请新用户奖励额度", hint: "新用户使用邀请码注册后，赠送给邀请人。" },
    QuotaForInvitee: { name: "新用户使用邀请码奖励额度", hint: "使用邀请码注册时，额外赠送给新用户。" },
    PreConsumedQuota: {
      name: "请求预扣费额度",
      hint: "预留额度时，至少按这么多提示 token 计算；请求结束后多退少补。",
    },
    PreConsumedOutputTokens: {
      name: "预留的回答长度",
      hint: "请求没有限制回答长度时，按这么多输出 token 预留额度。",
    },
    EnableFreeModelPreConsume: {
      name: "免费模型也要求余额大于零",
      hint: "关闭后，余额为零的用户也可以调用价格为零的模型。",
    },
    DrainOnDisconnect: {
      name: "客户端断开后继续读完",
      hint: "开启：把上游的回答读完并全额计费。关闭：立即停止上游，只对已产生的内容计费。",
    },
    claude: {
      thinking_adapter_budget_tokens_percentage: {
        name: "Claude 思考预算占比",
        hint: "仅以模型名后缀 -thinking 要求思考时，思考最多占回答长度上限的比例，0.01 到 1。",
      },
    },
    gemini: {
      thinking_adapter_budget_tokens_percentage: {
        name: "Gemini 思考预算占比",
        hint: "仅以模型名后缀 -thinking 要求思考时，思考最多占回答长度上限的比例，0.01 到 1。",
      },
    },
    LogConsumeEnabled: { name: "启用额度消费日志记录", hint: "关闭后，调用仍会计费，但不再写入日志。" },
    AutomaticDisableChannelEnabled: {
      name: "失败时自动禁用通道",
      hint: "密钥失效、额度用尽、命中下方状态码或关键词，以及测试过慢时生效；渠道自身可以不参与。",
    },
    AutomaticEnableChannelEnabled: {
      name: "成功时自动启用通道",
      hint: "被自动禁用的渠道测试通过后重新启用；手动禁用的渠道不受影响。",
    },
    ChannelDisableThreshold: {
      name: "测试所有渠道的最长响应时间",
      hint: "测试超过此时间的渠道将被自动禁用；0 表示不按时间禁用。",
    },
    AutomaticDisableStatusCodes: {
      name: "自动禁用状态码",
      hint: "上游返回这些 HTTP 状态时自动禁用通道，例如 401,403 或 500-503。",
    },
    AutomaticDisableKeywords: {
      name: "自动禁用关键词",
      hint: "一行一个，不区分大小写；当上游通道返回错误中包含这些关键词时，自动禁用通道。",
    },
    monitor_setting: {
      auto_test_channel_enabled: {
        name: "定时测试所有通道",
        hint: "按下方间隔自动测试；多个节点时只由一个节点执行。",
      },
      auto_test_channel_minutes: { name: "自动测试间隔", hint: "两次自动测试之间的时间。" },
    },
    AutomaticUpdateBalanceEnabled: {
      name: "定时更新所有通道余额",
      hint: "按下方间隔查询上游余额；只对提供查询接口的类型有效。",
    },
    AutomaticUpdateBalanceMinutes: { name: "自动更新余额间隔", hint: "两次自动更新之间的时间。" },
    UpstreamModelUpdateMinutes: {
      name: "上游模型检查间隔",
      hint: "定期获取已启用渠道的上游模型列表，并在渠道列表中提示变化；不会自动修改渠道。0 表示不检查。",
    },
    RetryTimes: { name: "失败重试次数", hint: "一次调用失败后，最多再尝试多少个渠道或密钥。" },
    AutomaticRetryStatusCodes: {
      name: "自动重试状态码",
      hint: "上游返回这些 HTTP 状态时换一个渠道重试；留空则只在连接失败时重试。",
    },
    FirstTokenTimeoutSeconds: {
      name: "首字超时",
      hint: "流式调用在这段时间内没有收到第一个字，就换下一个渠道；0 表示不单独限制。",
    },
    general_setting: {
      ping_interval_enabled: {
        name: "启用流式保活",
        hint: "等待上游的下一段内容时，定期向客户端发送保活消息，避免连接被中间设备断开。",
      },
      ping_interval_seconds: { name: "保活间隔", hint: "两次保活消息之间的时间。" },
    },
    LatencyAwareRoutingEnabled: {
      name: "优先选择响应更快的渠道",
      hint: "在同一优先级内按权重抽出两个渠道，使用最近响应更快的一个；关闭时只按权重。",
    },
    AutoGroups: {
      name: "自动分组 auto 的候选分组",
      hint: "令牌的分组为 auto 时，按此顺序尝试这些分组。",
    },
    BackupGroup: {
      name: "备用分组",
      hint: "调用所用分组的渠道都不可用时，改用此分组的渠道。",
    },
    ModelRequestRateLimitEnabled: {
      name: "启用用户模型请求速率限制",
      hint: "下面四项只在开启后生效；超过限制的请求返回 429。",
    },
    ModelRequestRateLimitDurationMinutes: { name: "限制周期", hint: "以下次数在这段时间内计算。" },
    ModelRequestRateLimitCount: {
      name: "用户每周期最多请求次数",
      hint: "包括失败的请求；0 表示不限制。",
    },
    ModelRequestRateLimitSuccessCount: {
      name: "用户每周期最多请求完成次数",
      hint: "只计成功的请求；0 表示不限制。",
    },
    ModelRequestRateLimitGroup: {
      name: "分组速率限制",
      hint: "代替以上两项：分组名称 → [最多请求次数, 最多请求完成次数]。",
    },
    UserCallLimits: {
      name: "每个用户的限制",
      hint: "键为用户 ID、group:分组 或 *（其余所有用户）。可用限制项：rpm、tpm、concurrency、rpd、quota_per_day。",
    },
    TokenCallLimits: {
      name: "每个令牌的限制",
      hint: "键为令牌 ID、group:分组 或 *（其余所有令牌）。",
    },
    GroupCallLimits: {
      name: "整个分组的限制",
      hint: "键为分组名称或 *；分组内的所有调用合并计算。",
    },
    ModelCallLimits: {
      name: "每个模型的限制",
      hint: "键为模型名称、名称开头加 *，或 *；所有对该模型的调用合并计算。",
    },
    ChannelCallLimits: {
      name: "每个渠道的限制",
      hint: "键为渠道 ID 或 *；达到限制的渠道会被跳过。渠道的其他设置中的同名限制优先。",
    },
    CallLimitsWithoutRedis: {
      name: "Redis 不可用时",
      hint: "仅在配置了 Redis 的多节点部署中有意义。",
    },
    ServerAddress: {
      name: "服务器地址",
      hint: "用户访问本站的地址，例如 https://example.com；首页据此显示接口地址。",
    },
    PasswordLoginEnabled: { name: "允许通过密码进行登录", hint: "超级管理员始终可以通过密码登录。" },
    PasswordRegisterEnabled: { name: "允许通过密码进行注册", hint: "关闭后，登录页不再提供密码注册。" },
    RegisterEnabled: {
      name: "允许新用户注册",
      hint: "关闭后，新用户将无法以任何方式进行注册，只能由管理员添加。",
    },
    TopUpLink: { name: "充值链接", hint: "购买兑换码的地址；钱包页的“获取兑换码”会打开它。" },
    Price: {
      name: "充值价格（x 元 / 美元）",
      hint: "一美元合多少元；以人民币结算的渠道余额按此换算成美元。",
    },
    SystemName: { name: "系统名称", hint: "显示在页面顶部与浏览器标签上。" },
    Logo: { name: "Logo 图片地址", hint: "留空则使用默认图标。" },
    DocsLink: { name: "文档地址", hint: "首页的文档链接；留空则不显示。" },
  },
};
