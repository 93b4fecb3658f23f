import { expect, test } from "bun:test";
import { useRelayStages } from "./relay-stage.ts";
import { openRawHttpClient } from "../support/fake-upstream/raw-http-client.ts";
import { connect } from "node:net";
const stages = useRelayStages();
test("slow", async () => {
  const stage = await stages.create({ engine: "sqlite" });
  const big = "x".repeat(60_000);
  const pieces = Array.from({length: 2000}, () => big); // 120 MB
  stage.upstream.setDefault({ content: pieces });
  const before = process.memoryUsage().rss;
  const port = Number(new URL(stage.url).port);
  const socket = connect(port, "127.0.0.1");
  socket.pause();
  const body = JSON.stringify({ model: "chat", stream: true, messages: [{role:"user",content:"x"}] });
  socket.write(`POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${stage.apiKey}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  const r = await stage.upstream.waitForRequest(0);
  for (let i = 0; i < 10; i++) { await Bun.sleep(200); console.log(i, r.piecesSent, r.state, (process.memoryUsage().rss - before) / 1e6, socket.bytesRead); }
  socket.destroy();
  await Bun.sleep(500);
  console.log(r.state, (await stage.logs()).map(l => [l.other.stream_status, l.quota]));
}, 20000);
