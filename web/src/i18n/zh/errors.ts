/** What the console itself says when a call fails; the server's own messages are shown as they are. */
export const errors = {
  expired: "未登录或登录已过期，请重新登录！",
  tooManyRequests: "请求次数过多，请稍后再试",
  server: "服务器内部错误，请联系管理员",
  demo: "本站仅作演示之用，无服务端",
  network: "无法连接至服务器！",
  other: "错误：{{message}}",
  shape: "服务器返回了无法识别的数据，请刷新页面后重试",
};
