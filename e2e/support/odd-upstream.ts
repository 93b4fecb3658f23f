import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface OddUpstream {
  /** Refuses every key with 401. */
  readonly refusingUrl: string;
  /** Takes every request and never answers. */
  readonly silentUrl: string;
  /** Tells a balance of 12.5 USD, and nothing else. */
  readonly billingUrl: string;
  /** Answers chats, but not with the key `sk-refused`. */
  readonly keysUrl: string;
  /** Lists what `list` has said last, at first nothing. */
  readonly listingUrl: string;
  list(models: readonly string[]): void;
  close(): Promise<void>;
}

/** An upstream that does what good ones do not, by the first part of the address. */
export async function startOddUpstream(): Promise<OddUpstream> {
  let listed: readonly string[] = [];
  const server = createServer((request, response) => answer(request, response, listed));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on TCP has such an address.
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    refusingUrl: `${url}/refusing`,
    silentUrl: `${url}/silent`,
    billingUrl: `${url}/billing`,
    keysUrl: `${url}/keys`,
    listingUrl: `${url}/listing`,
    list: (models) => (listed = models),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(
  { url = "", headers }: IncomingMessage,
  response: ServerResponse,
  listed: readonly string[],
): void {
  const json = (status: number, value: object) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
  if (url.startsWith("/silent")) return;
  if (url === "/listing/v1/models") json(200, { data: listed.map((id) => ({ id })) });
  else if (url.startsWith("/keys") && headers.authorization !== "Bearer sk-refused") json(200, CHAT);
  else if (url.includes("/billing/subscription")) json(200, { hard_limit_usd: 20, has_payment_method: true });
  else if (url.includes("/billing/usage")) json(200, { total_usage: 750 });
  else json(401, { error: { message: "Incorrect API key provided", code: "invalid_api_key" } });
}

const CHAT = {
  id: "chat",
  object: "chat.completion",
  created: 1,
  model: "gpt-4o-mini",
  choices: [{ index: 0, message: { role: "assistant", content: "Hello" }, finish_reason: "stop" }],
  usage: { prompt_tokens: 9, completion_tokens: 1, total_tokens: 10 },
};
