import { join } from "node:path";
import { expect } from "vitest";
import { signIn, submitSignIn } from "../support/console-session.ts";
import { TEXTS } from "../support/console-texts.ts";
import { journey } from "../support/journey.ts";
import { fakeUpstreamLaunch } from "../support/product-programs.ts";
import { startProgram } from "../support/running-program.ts";

const zh = TEXTS.zh;

journey("the first start prints a password that signs root in", async ({ stage }) => {
  const page = await stage.newPage();
  await page.goto("/token");
  await page.waitForURL("**/login?**");
  await submitSignIn(page, "root", requirePassword(stage.gateway.printedPassword));
  await page.waitForURL("**/token");
  await page.getByText(zh.login.success).waitFor();
  expect(await page.getByText(zh.login.defaultPassword.title).count()).toBe(0);
});

journey(
  "a root whose password is 123456 is warned and led to the place where it is changed",
  async ({ stage }) => {
    await setRootPassword(stage.gateway.dataDir, "123456");
    const page = await stage.newPage();
    await page.goto("/login");
    await submitSignIn(page, "root", "123456");
    await page.getByText(zh.login.defaultPassword.title).waitFor();
    await page.getByRole("button", { name: zh.login.defaultPassword.change }).click();
    await page.waitForURL("**/setting**");
    await page.getByRole("heading", { name: zh.settings.password.title }).waitFor();
  },
);

journey(
  "SIGTERM ends the product cleanly, and a later start keeps the data and prints no password",
  async ({ stage }) => {
    const password = requirePassword(stage.gateway.printedPassword);
    expect(await stage.gateway.stop()).toBe(0);
    const again = await stage.gateway.restart();
    expect(again.printedPassword).toBeUndefined();
    const page = await stage.newPage({ baseURL: again.url });
    await signIn(page, "root", password);
    expect(await again.stop()).toBe(0);
  },
);

function requirePassword(password: string | undefined): string {
  if (password === undefined) throw new Error("the first start printed no password");
  return password;
}

/** Such a password cannot be chosen here; it comes with the database of an older gateway. */
async function setRootPassword(dataDir: string, password: string): Promise<void> {
  const script = `
    const { Database } = await import("bun:sqlite");
    const hash = await Bun.password.hash(${JSON.stringify(password)});
    const database = new Database(${JSON.stringify(join(dataDir, "tollgate.db"))});
    database.run("update users set password_hash = ? where username = 'root'", [hash]);
    console.log("changed");`;
  await startProgram(fakeUpstreamLaunch().command, ["-e", script]).waitFor(/changed/);
}
