/** The request that every measurement sends: a short question in the form in which OpenAI's own SDKs send it. */
const MESSAGES = [
  { role: "system", content: "You are a helpful assistant. Answer in one short paragraph." },
  {
    role: "user",
    content: "Why do tide tables differ between two ports that are only ten kilometres apart?",
  },
];

/** `{ url, headers, body }` for a load generator. */
export function chatTarget(baseUrl, { model, stream = false, headers = {} }) {
  const body = {
    model,
    messages: MESSAGES,
    max_tokens: 100,
    ...(stream && { stream: true, stream_options: { include_usage: true } }),
  };
  return { url: `${baseUrl}/v1/chat/completions`, headers, body: JSON.stringify(body) };
}

export const MODEL = "gpt-4o-mini";
