/**
 * The least that a gateway on this runtime can do, run by Bun: a server in front, `fetch` behind, the bytes of
 * request and answer passed on; no accounts, no charge, no log. What a gateway costs beyond it is its own work.
 *
 *   bun bare-proxy.mjs PORT UPSTREAM
 */
const [port, upstream] = process.argv.slice(2);

Bun.serve({
  hostname: "127.0.0.1",
  port: Number(port),
  idleTimeout: 0,
  async fetch(request) {
    const { method, url } = request;
    const { pathname } = new URL(url);
    if (method === "GET") return new Response("ready");
    const { headers, body } = await fetch(upstream + pathname, {
      method,
      headers: { "content-type": "application/json" },
      body: await request.bytes(),
    });
    return new Response(body, { headers: { "content-type": headers.get("content-type") ?? "" } });
  },
});
