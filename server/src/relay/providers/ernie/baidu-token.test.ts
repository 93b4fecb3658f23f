import { expect, test } from "bun:test";
import type { UpstreamRequest } from "../../../lib/egress/upstream-exchange.ts";
import { exchangeOf } from "../../../../test/relay/sample-exchange.ts";
import { sampleRelayChannel } from "../../../../test/providers/sample-relay-channel.ts";
import { CredentialError } from "../credential-error.ts";
import type { SendingContext } from "../provider.ts";
import { baiduToken, forgetBaiduToken } from "./baidu-token.ts";

const DAY_SECONDS = 24 * 3600;

/** A token server that gives a new token each time, for a day. */
function tokenServer(key: string, answer?: () => Response) {
  const asked: UpstreamRequest[] = [];
  let nowMs = 1_790_000_000_000;
  const context: SendingContext = {
    channel: sampleRelayChannel(15, { key, baseUrl: `https://baidu-${key.length}.example` }),
    call: { operation: "chat", dialect: "ernie", model: "m", stream: false },
    nowMs: () => nowMs,
    openExchange(request) {
      asked.push(request);
      const given = { access_token: `token-${asked.length}`, expires_in: DAY_SECONDS };
      return exchangeOf(answer ?? (() => Response.json(given)));
    },
  };
  return { context, asked, pass: (seconds: number) => (nowMs += seconds * 1000) };
}

test("calls that come together share one request, and later ones its token until shortly before its end", async () => {
  const { context, asked, pass } = tokenServer("ak|sk-shared");
  const tokens = await Promise.all([baiduToken(context), baiduToken(context), baiduToken(context)]);
  expect(tokens).toEqual(["token-1", "token-1", "token-1"]);
  expect(asked[0]?.url).toBe(
    `${context.channel.baseUrl}/oauth/2.0/token?grant_type=client_credentials&client_id=ak&client_secret=sk-shared`,
  );
  pass(DAY_SECONDS - 120);
  expect(await baiduToken(context)).toBe("token-1");
  pass(100);
  expect(await baiduToken(context)).toBe("token-2");
  forgetBaiduToken(context);
  expect(await baiduToken(context)).toBe("token-3");
  expect(asked).toHaveLength(3);
});

test("a refused key is told as one, and asked for again by the next call", async () => {
  const refusal = { error: "invalid_client", error_description: "unknown client id" };
  const { context, asked } = tokenServer("ak|sk-refused-key", () => Response.json(refusal, { status: 401 }));
  for (const _ of [1, 2])
    expect(await baiduToken(context).catch((error: unknown) => error)).toMatchObject({
      status: 401,
      message: "Baidu: unknown client id",
    });
  expect(asked).toHaveLength(2);
});

test("a token server in trouble is not the key's fault", async () => {
  const { context } = tokenServer("ak|sk-server-in-trouble", () => new Response("<html>", { status: 503 }));
  expect(await baiduToken(context).catch((error: unknown) => error)).toMatchObject({ status: 503 });
});

test("a key without its two parts is told before anything is sent", async () => {
  const { context, asked } = tokenServer("only-one-part");
  expect(await baiduToken(context).catch((error: unknown) => error)).toBeInstanceOf(CredentialError);
  expect(asked).toEqual([]);
});
