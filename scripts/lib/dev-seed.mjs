import { signIn } from "./console-client.mjs";

const CHANNEL = "Fake upstream";
const TOKEN = "playground";
const MODELS = "gpt-4o,gpt-4o-mini,gpt-3.5-turbo-instruct,text-embedding-3-small";
const QUESTIONS = [
  { model: "gpt-4o-mini", stream: false, text: "What is a tollgate?" },
  { model: "gpt-4o-mini", stream: true, text: "你好，请介绍一下你自己。" },
  { model: "gpt-4o", stream: true, text: "Write a haiku about gateways." },
  { model: "gpt-4o", stream: false, text: "用一句话解释什么是令牌。" },
];

/**
 * Gives a new data directory a channel to the fake upstream, a token, and a few paid calls, all through the product's
 * own API. Harmless when they are there. Answers the token's key.
 */
export async function seed({ baseUrl, upstreamUrl, username, password }) {
  const root = await signIn(baseUrl, username, password);
  await ensureChannel(root, upstreamUrl);
  const { key, isNew } = await ensureToken(root);
  if (isNew) for (const question of QUESTIONS) await ask(baseUrl, key, question);
  return key;
}

async function ensureChannel(root, upstreamUrl) {
  const { items } = await root.call("GET", "/api/channel/?page_size=100");
  const found = items.find((channel) => channel.name === CHANNEL);
  if (found?.base_url === upstreamUrl) return;
  const fields = {
    name: CHANNEL,
    type: 1,
    base_url: upstreamUrl,
    models: MODELS,
    group: "default",
    tag: "demo",
  };
  if (found) await root.call("PUT", "/api/channel/", { ...fields, id: found.id });
  else await root.call("POST", "/api/channel/", { ...fields, key: "sk-anything-goes" });
}

async function ensureToken(root) {
  const find = async () => {
    const { items } = await root.call("GET", "/api/token/?page_size=100");
    return items.find((token) => token.name === TOKEN);
  };
  const found = await find();
  if (found) return { key: `sk-${found.key}`, isNew: false };
  await root.call("POST", "/api/token/", { name: TOKEN, unlimited_quota: true });
  const made = await find();
  return { key: `sk-${made.key}`, isNew: true };
}

async function ask(baseUrl, key, { model, stream, text }) {
  const answer = await fetch(`${baseUrl}/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ model, stream, messages: [{ role: "user", content: text }] }),
  });
  const body = await answer.text();
  if (!answer.ok) throw new Error(`a call of ${model} was refused: ${body}`);
}
