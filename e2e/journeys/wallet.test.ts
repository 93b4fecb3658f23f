import { formatWhole } from "@tollgate/contract/number-text";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { ownQuota, readAs, setOptions } from "../support/console-calls.ts";
import { ROOT_PASSWORD, signIn, submitSignIn } from "../support/console-session.ts";
import { filled, TEXTS } from "../support/console-texts.ts";
import { journey } from "../support/journey.ts";

const zh = TEXTS.zh;
const GUEST_PASSWORD = "ann-s-password";
const GIFT = 600_000;
const FOR_INVITEE = 250_000;
const FOR_INVITER = 750_000;
journey.override({ gatewayEnv: { TOLLGATE_ROOT_PASSWORD: ROOT_PASSWORD } });

journey("an invitation makes an account, and both sides get what was promised", async ({ stage }) => {
  const root = await stage.newPage();
  await signIn(root, "root", ROOT_PASSWORD);
  await setOptions(root, {
    QuotaForNewUser: GIFT,
    QuotaForInvitee: FOR_INVITEE,
    QuotaForInviter: FOR_INVITER,
  });
  const before = await ownQuota(root, 1);
  await root.goto("/topup");
  const link = await copied(root, zh.wallet.invite.copyLink);

  const ann = await stage.newPage();
  await ann.goto(link);
  await ann.getByText(zh.register.invited).waitFor();
  await register(ann, "ann");
  await ann.goto("/topup");
  await balance(ann, GIFT + FOR_INVITEE).waitFor();

  await root.goto("/topup");
  await root.getByText("$1.50").first().waitFor();
  expect(await ownQuota(root, 1)).toMatchObject({
    quota: before.quota,
    aff_quota: before.aff_quota + FOR_INVITER,
  });
  await root.getByRole("button", { name: zh.wallet.invite.transfer }).click();
  const transfer = root.getByRole("dialog", { name: zh.wallet.transfer.title });
  await transfer.getByRole("button", { name: zh.wallet.transfer.all }).click();
  await transfer.getByRole("button", { name: zh.wallet.transfer.submit }).click();
  await root.getByText(zh.wallet.transfer.done).waitFor();
  await balance(root, before.quota + FOR_INVITER).waitFor();
});

journey("where registration is closed, the invitation says so", async ({ stage }) => {
  const root = await stage.newPage();
  await signIn(root, "root", ROOT_PASSWORD);
  await setOptions(root, { RegisterEnabled: false });
  const guest = await stage.newPage();
  await guest.goto("/register?aff=anything");
  await guest.getByText("管理员关闭了新用户注册").waitFor();
  expect(await guest.getByRole("button", { name: zh.register.submit }).count()).toBe(0);
});

journey("a redemption code made by root is worth its quota to a user, once", async ({ stage }) => {
  const root = await stage.newPage();
  await signIn(root, "root", ROOT_PASSWORD);
  const code = await makeCode(root, "spring");

  const ann = await stage.newPage();
  await ann.goto("/register");
  await register(ann, "ann");
  await ann.goto("/topup");
  await balance(ann, 0).waitFor();
  await redeem(ann, code);
  await ann.getByText(zh.wallet.redeem.done).waitFor();
  // What the contract says; the server's own suite checks it.
  const { items } = (await readAs(root, 1, "/api/redemption/")) as { items: { quota: number }[] };
  const worth = items[0]?.quota ?? Number.NaN;
  await balance(ann, worth).waitFor();

  await redeem(ann, code);
  await ann.getByText("该兑换码已被使用").first().waitFor();
  await balance(ann, worth).waitFor();
  await root.reload();
  await root.getByText(zh.redemptions.status.used).first().waitFor();
});

/** Fills in the form as its screen stands, then signs in. */
async function register(page: Page, username: string): Promise<void> {
  await page.getByRole("textbox", { name: zh.register.username }).fill(username);
  await page.getByRole("textbox", { name: zh.register.password, exact: true }).fill(GUEST_PASSWORD);
  await page.getByRole("textbox", { name: zh.register.password2 }).fill(GUEST_PASSWORD);
  await page.getByRole("button", { name: zh.register.submit, exact: true }).click();
  await page.getByText(zh.register.success).waitFor();
  await submitSignIn(page, username, GUEST_PASSWORD);
  await page.getByRole("heading", { name: zh.tokens.title }).waitFor();
}

async function makeCode(page: Page, name: string): Promise<string> {
  await page.goto("/redemption");
  await page.getByRole("button", { name: zh.redemptions.add }).first().click();
  const drawer = page.getByRole("dialog", { name: zh.redemptions.editor.addTitle });
  await drawer.getByRole("textbox", { name: zh.redemptions.column.name }).fill(name);
  await drawer.getByRole("button", { name: zh.common.action.save }).click();
  await page.getByRole("button", { name: zh.redemptions.download.later }).click();
  return copied(page, filled(zh.redemptions.copyCode, { name }));
}

async function redeem(page: Page, code: string): Promise<void> {
  await page.getByRole("textbox", { name: zh.wallet.redeem.code }).fill(code);
  await page.getByRole("button", { name: zh.wallet.redeem.submit }).click();
}

/** What a button copies. */
async function copied(page: Page, button: string): Promise<string> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: button }).click();
  await page.getByText(zh.common.clipboard.copied).waitFor();
  return page.evaluate(() => navigator.clipboard.readText());
}

/** The wallet's balance where it says exactly so many units. */
function balance(page: Page, units: number) {
  const card = page.getByRole("region", { name: zh.wallet.balance.title });
  return card.getByText(filled(zh.common.quota.units, { amount: formatWhole(units) }), { exact: true });
}
