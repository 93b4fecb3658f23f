import { expect } from "vitest";
import { ROOT_PASSWORD, signIn, submitSignIn } from "../support/console-session.ts";
import { TEXTS } from "../support/console-texts.ts";
import { journey } from "../support/journey.ts";

const zh = TEXTS.zh;
journey.override({ gatewayEnv: { TOLLGATE_ROOT_PASSWORD: ROOT_PASSWORD } });

journey("a wrong password is refused with a message, and the right one then works", async ({ stage }) => {
  const page = await stage.newPage();
  await page.goto("/login");
  await submitSignIn(page, "root", "not-the-password");
  await page.getByText("用户名或密码错误").first().waitFor();
  expect(new URL(page.url()).pathname).toBe("/login");
  await submitSignIn(page, "root", ROOT_PASSWORD);
  await page.waitForURL("**/token");
});

journey("an empty form says what is missing and calls nobody", async ({ stage }) => {
  const page = await stage.newPage();
  await page.goto("/login");
  const calls: string[] = [];
  page.on("request", (request) => calls.push(request.url()));
  await page.getByRole("button", { name: zh.login.submit, exact: true }).click();
  await page.getByText("请输入用户名和密码！").waitFor();
  expect(calls.filter((url) => url.includes("/api/user/login"))).toEqual([]);
});

journey(
  "an expired session leads to sign-in with the message, and back to the same screen",
  async ({ stage }) => {
    const page = await stage.newPage();
    await signIn(page, "root", ROOT_PASSWORD);
    await page.context().clearCookies();
    await page.goto("/channel");
    await page.waitForURL("**/login?**");
    await page.getByText(zh.errors.expired).first().waitFor();
    await submitSignIn(page, "root", ROOT_PASSWORD);
    await page.waitForURL("**/channel");
  },
);

journey("signing out ends the session on the server too", async ({ stage }) => {
  const page = await stage.newPage();
  await signIn(page, "root", ROOT_PASSWORD);
  const cookies = await page.context().cookies();
  await page.getByRole("button", { name: zh.shell.user.label }).click();
  await page.getByRole("menuitem", { name: zh.shell.user.signOut }).click();
  await page.getByText(zh.shell.signedOut).waitFor();
  await page.context().addCookies(cookies);
  const answer = await page.request.get("/api/user/self", { headers: { "new-api-user": "1" } });
  expect(answer.status()).toBe(401);
});
