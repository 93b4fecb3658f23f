/** Texts of making one's own account. */
export const register = {
  welcome: "注册 {{name}}",
  invited: "您正在通过邀请链接注册",
  username: "用户名",
  password: "密码",
  passwordHint: "最短 8 位，最长 20 位",
  password2: "确认密码",
  submit: "注册",
  success: "注册成功！",
  hasAccount: "已有账户？",
  signIn: "登录",
};
