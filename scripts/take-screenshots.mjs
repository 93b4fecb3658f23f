import { mkdirSync } from "node:fs";
import { createServer, request } from "node:http";
import { basename, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { chromium } from "playwright-core";
import { bunBinary } from "./lib/bun-binary.mjs";
import { start } from "./lib/child-process.mjs";
import { chromiumProgram } from "./lib/chromium-program.mjs";
import { atEnd, cleanUp, cleanUpOnSignals } from "./lib/clean-up.mjs";
import { ensureConsoleBuilt } from "./lib/console-build.mjs";
import { signIn } from "./lib/console-client.mjs";
import { freePort } from "./lib/free-port.mjs";
import { ensureInstalled } from "./lib/installed-packages.mjs";
import { inRoot, SERVER_ENTRY } from "./lib/project-paths.mjs";
import { temporaryFolder } from "./lib/temporary-folder.mjs";
import { waitForPort } from "./lib/wait-for-port.mjs";

const FOLDER = inRoot("docs/images");
const PASSWORD = "screenshots-only";
const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

/** Where the play upstream refuses everything. */
const BUSY_PATH = "/busy";
const CHAT_MODELS = "gpt-4o,gpt-4o-mini,gpt-4.1,gpt-4.1-mini,o4-mini";
const CHANNELS = [
  { name: "OpenAI", models: CHAT_MODELS, group: "default,vip", priority: 10, weight: 3, tag: "cloud" },
  { name: "OpenAI, second account", models: CHAT_MODELS, priority: 10, weight: 1, tag: "cloud" },
  { name: "Model server in the rack", models: "qwen3-32b,gpt-4o-mini", priority: 5, tag: "local" },
  { name: "Anthropic", type: 14, models: "claude-sonnet-4-5,claude-haiku-4-5", priority: 10, tag: "cloud" },
  { name: "Gemini", type: 24, models: "gemini-2.5-flash,gemini-2.5-pro", priority: 10, tag: "cloud" },
  { name: "Busy reseller", models: "gpt-4.1,gpt-4o", priority: 20, path: BUSY_PATH, isTested: false },
  { name: "Embeddings", models: "text-embedding-3-small,text-embedding-3-large", tag: "cloud" },
  { name: "Partner's endpoint", type: 8, path: "/v1/chat/completions", models: "deepseek-chat" },
  { name: "Trial account", models: "gpt-4o-mini", status: 2 },
];
const TOKENS = [
  { name: "website chat", unlimited_quota: true },
  { name: "nightly batch", remain_quota: 5_000_000, group: "vip" },
  { name: "interns", remain_quota: 500_000, model_limits_enabled: true, model_limits: "gpt-4o-mini" },
];
const OPTIONS = {
  GroupRatio: '{"default":1,"vip":0.8}',
  UserUsableGroups: '{"default":"Standard","vip":"20 % off"}',
  ModelRatio: '{"qwen3-32b":0.1}',
  RetryTimes: 2,
  QuotaForNewUser: 500_000,
  QuotaForInviter: 250_000,
};
/** People who signed up with root's invitation, and one whom root made an administrator. */
const PEOPLE = ["maria", "tomasz", "yuki", "amara"];
const ADMINISTRATOR = "amara";
const CALLS = [
  { token: "website chat", model: "gpt-4o", stream: true, text: "Write a haiku about gateways." },
  { token: "nightly batch", model: "gpt-4o-mini", text: "Summarise these minutes in three sentences." },
  { token: "interns", model: "gpt-4o-mini", stream: true, text: "What is a tollgate?" },
  { token: "website chat", model: "deepseek-chat", stream: true, text: "你好，请介绍一下你自己。" },
  { token: "nightly batch", model: "gpt-4.1", text: "Classify this ticket: the invoice is missing." },
  { token: "website chat", model: "claude-sonnet-4-5", stream: true, text: "Review this function, please." },
  { token: "website chat", model: "gemini-2.5-flash", stream: true, text: "What is on page 12?" },
  { token: "website chat", model: "qwen3-32b", stream: true, text: "Explain backpressure to a child." },
  { token: "nightly batch", model: "gpt-4o", stream: true, text: "Translate the release notes into French." },
];
const ROUNDS = 4;
/** Gives the calls the length that calls have. */
const CONTEXT = "You help the readers of the handbook and answer from its text. ".repeat(90);
const THINKING_MS = { min: 180, spread: 900 };

/** Renews the pictures of the documentation from the product as it is now, with a play upstream behind it. */
async function main() {
  await ensureInstalled();
  if (!(await ensureConsoleBuilt())) throw new Error("without a console there is nothing to see");
  const upstreamUrl = await startUpstream();
  const baseUrl = await startGateway();
  await fill(baseUrl, upstreamUrl);
  mkdirSync(FOLDER, { recursive: true });
  const browser = await chromium.launch({ executablePath: chromiumProgram(), args: BROWSER_FLAGS });
  atEnd(() => browser.close());
  for (const picture of PICTURES) await take(browser, baseUrl, picture);
}

const BROWSER_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

/** `open` brings the page to what the picture shows; the console speaks English unless told otherwise. */
const PICTURES = [
  { name: "channels-light", path: "/channel", open: (page) => page.getByRole("table").waitFor() },
  {
    name: "channels-dark",
    path: "/channel",
    theme: "dark",
    open: (page) => page.getByRole("table").waitFor(),
  },
  { name: "log-billing", path: "/log", open: expandStreamedCall },
  { name: "incidents", path: "/channel", open: openIncidents },
  {
    name: "settings",
    path: "/setting?tab=operation",
    open: (page) => page.getByText("Retry").first().waitFor(),
  },
  { name: "token-editor", path: "/token", open: openTokenEditor },
  { name: "price-list", path: "/pricing", open: (page) => page.getByText("gpt-4.1-mini").first().waitFor() },
  { name: "price-preview", path: "/setting?tab=pricing", open: previewDearerModel },
  { name: "wallet", path: "/topup", open: (page) => page.getByText("Invitation").first().waitFor() },
  { name: "users", path: "/user", open: (page) => page.getByText("maria").first().waitFor() },
  { name: "log-chinese", path: "/log", language: "zh", open: expandStreamedCall },
  {
    name: "channels-phone",
    path: "/channel",
    viewport: PHONE,
    open: (page) => page.getByText("Embeddings").first().waitFor(),
  },
];

async function expandStreamedCall(page) {
  const row = page
    .getByRole("row")
    .filter({ hasText: "nightly batch" })
    .filter({ hasText: "gpt-4o" })
    .first();
  await row.locator("button[aria-expanded]").first().click();
  await page.locator("tr + tr section").first().waitFor();
}

async function openIncidents(page) {
  await page.getByRole("button", { name: /Incidents of Busy reseller/ }).click();
  await page.getByRole("dialog").getByRole("listitem").first().waitFor();
}

async function previewDearerModel(page) {
  await page.getByRole("searchbox").fill("gpt-4o-mini");
  await page.getByRole("button", { name: "Edit gpt-4o-mini", exact: true }).click();
  await page.getByRole("textbox", { name: "Model ratio" }).fill("0.1");
  await page.getByRole("button", { name: "Apply" }).click();
  await page.getByRole("button", { name: "Preview", exact: true }).click();
  await page.getByRole("dialog").getByRole("table").first().waitFor();
}

async function openTokenEditor(page) {
  await page.getByRole("button", { name: "Add token" }).click();
  const drawer = page.getByRole("dialog");
  await drawer.getByRole("textbox", { name: "Name", exact: true }).fill("mobile app");
}

async function take(
  browser,
  baseUrl,
  { name, path, open, theme = "light", language = "en", viewport = DESKTOP },
) {
  const context = await browser.newContext({ baseURL: baseUrl, viewport, reducedMotion: "reduce" });
  await context.addInitScript(
    (choices) => {
      for (const [key, value] of Object.entries(choices)) localStorage.setItem(key, value);
    },
    { "theme-mode": theme, language },
  );
  const page = await context.newPage();
  await page.goto("/login");
  await page.locator("input").nth(0).fill("root");
  await page.locator("input[type=password]").fill(PASSWORD);
  await page.locator("form button[type=submit]").click();
  await page.waitForURL("**/token");
  await page.goto(path);
  await page.waitForLoadState("networkidle");
  await open(page);
  await page.waitForLoadState("networkidle");
  await page.evaluate(() =>
    Promise.allSettled(document.getAnimations().map((animation) => animation.finished)),
  );
  const file = join(FOLDER, `${name}.png`);
  const { byteLength } = await page.screenshot({ path: file });
  await context.close();
  console.log(`${basename(file)} ${Math.round(byteLength / 1000)} kB`);
}

/** The fake upstream, behind something that takes its time as models do. */
async function startUpstream() {
  const port = await freePort();
  const program = inRoot("server/test/support/fake-upstream/fake-upstream-cli.ts");
  const upstream = start(bunBinary(), [program, "--port", `${port}`], { stdio: "ignore" });
  await waitForPort(port, upstream, "the fake upstream");
  const slow = createServer(async (incoming, outgoing) => {
    await pause(THINKING_MS.min + Math.random() * THINKING_MS.spread);
    const { method, url, headers } = incoming;
    if (url.startsWith(BUSY_PATH)) {
      outgoing.writeHead(429, { "content-type": "application/json", "retry-after": "600" });
      outgoing.end(JSON.stringify({ error: { message: "Rate limit reached", type: "requests" } }));
      return;
    }
    const call = request({ port, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(call);
  });
  await new Promise((resolve) => slow.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${slow.address().port}`;
}

async function startGateway() {
  const port = await freePort();
  const data = temporaryFolder("screenshots");
  const gateway = start(bunBinary(), [SERVER_ENTRY, "--port", `${port}`, "--data-dir", data], {
    env: { TOLLGATE_ROOT_PASSWORD: PASSWORD, GLOBAL_API_RATE_LIMIT: "0", CRITICAL_RATE_LIMIT: "0" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  await waitForPort(port, gateway, "the gateway");
  return `http://127.0.0.1:${port}`;
}

/** Channels, tokens and paid calls, all through the product's own API. */
async function fill(baseUrl, upstreamUrl) {
  const root = await signIn(baseUrl, "root", PASSWORD);
  await root.call("PUT", "/api/option/batch", { options: OPTIONS });
  await invitePeople(baseUrl, root);
  for (const { path = "", status, isTested = true, ...channel } of CHANNELS) {
    const fields = {
      type: 1,
      group: "default",
      base_url: `${upstreamUrl}${path}`,
      key: "sk-play",
      ...channel,
    };
    await root.call("POST", "/api/channel/", fields);
    const { items } = await root.call("GET", "/api/channel/?id_sort=true&page_size=1");
    const [{ id }] = items;
    if (isTested) await root.call("GET", `/api/channel/test/${id}`);
    if (status !== undefined) await root.call("PUT", "/api/channel/", { id, status });
  }
  for (const token of TOKENS) await root.call("POST", "/api/token/", token);
  const { items } = await root.call("GET", "/api/token/?page_size=100");
  const keys = new Map(items.map(({ name, key }) => [name, key]));
  for (let round = 0; round < ROUNDS; round += 1)
    await Promise.all(CALLS.map(({ token, ...question }) => ask(baseUrl, keys.get(token), question)));
}

async function invitePeople(baseUrl, root) {
  const aff_code = await root.call("GET", "/api/user/aff");
  for (const username of PEOPLE) {
    const answer = await fetch(`${baseUrl}/api/user/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username, password: PASSWORD, aff_code }),
    });
    const { success, message } = await answer.json();
    if (!success) throw new Error(`${username} could not register: ${message}`);
  }
  const { items } = await root.call("GET", `/api/user/search?keyword=${ADMINISTRATOR}`);
  await root.call("POST", "/api/user/manage", { id: items[0].id, action: "promote" });
}

async function ask(baseUrl, key, { model, stream = false, text }) {
  const answer = await fetch(`${baseUrl}/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer sk-${key}`, "content-type": "application/json" },
    body: JSON.stringify({
      model,
      stream,
      messages: [
        { role: "system", content: CONTEXT },
        { role: "user", content: text },
      ],
    }),
  });
  const body = await answer.text();
  if (!answer.ok) throw new Error(`a call of ${model} was refused: ${body}`);
}

cleanUpOnSignals();
let code = 1;
try {
  await main();
  code = 0;
} catch (error) {
  console.error(error);
}
await cleanUp();
process.exit(code);
