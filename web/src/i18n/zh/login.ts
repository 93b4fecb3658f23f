export const login = {
  title: "登录",
  welcome: "登录到 {{name}}",
  username: "用户名或邮箱",
  password: "密码",
  submit: "登录",
  success: "登录成功！",
  noAccount: "没有账户？",
  register: "注册",
  disabled: "管理员关闭了密码登录",
  defaultPassword: {
    title: "您正在使用默认密码！",
    description: "请立刻修改默认密码！使用默认密码 123456 的超级管理员账户会让任何人都能接管本系统。",
    change: "去修改密码",
    later: "稍后",
  },
};
