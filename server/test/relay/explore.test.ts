import { test } from "bun:test";
import { useRelayStages } from "./relay-stage.ts";
import { openRawHttpClient } from "../support/fake-upstream/raw-http-client.ts";
const stages = useRelayStages();
const MB = 1024 * 1024;
test("x", async () => {
  const lines: string[] = [];
  const log = (l: string) => (m: string, f?: any) => { lines.push(`${l} ${m} ${f?.error}`); };
  const stage = await stages.create({ engine: "sqlite", config: { maxRequestBodyBytes: MB }, overrides: { logger: { debug: log("d"), info: log("i"), warn: log("w"), error: log("e") } } });
  const port = Number(new URL(stage.url).port);
  // half upload
  {
    using c = await openRawHttpClient(port);
    c.write(`POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${stage.apiKey}\r\nContent-Length: 1000\r\n\r\n{"model":`);
    await Bun.sleep(100); c.close(); await Bun.sleep(200);
    console.log("half", lines);
  }
  {
    using c = await openRawHttpClient(port);
    c.write(`POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${stage.apiKey}\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"mod`);
    await Bun.sleep(100); c.close(); await Bun.sleep(200);
    console.log("half chunked", lines);
  }
  for (const size of [1.5 * MB, 3 * MB, 200 * MB]) {
    using c = await openRawHttpClient(port);
    c.write(`POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${stage.apiKey}\r\nContent-Length: ${size}\r\n\r\n`);
    const t = await c.waitForText("\r\n\r\n").catch(e => String(e)); 
    console.log(size / MB, t.slice(0, 400));
    console.log(await c.waitForEnding(500).catch(e => "no ending"));
  }
  for (const size of [1.5 * MB, 3 * MB, 200 * MB]) {
    const before = process.memoryUsage().rss;
    using c = await openRawHttpClient(port);
    c.write(`POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${stage.apiKey}\r\nTransfer-Encoding: chunked\r\n\r\n`);
    const piece = Buffer.alloc(65536, 0x20);
    for (let i = 0; i * 65536 < size; i++) { c.write("10000\r\n"); c.write(piece); c.write("\r\n"); if (i % 16 === 0) await Bun.sleep(1); if (c.received.length > 0) { console.log("answered after", i * 65536 / MB); break; } }
    const t = await c.waitForText("\r\n\r\n").catch(e => String(e)); 
    console.log("chunked", size / MB, t.slice(0, 400), (process.memoryUsage().rss - before) / MB);
    console.log(await c.waitForEnding(500).catch(e => "no ending"));
  }
  console.log(lines);
}, 60000);
