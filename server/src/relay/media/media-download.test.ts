import { afterEach, beforeEach, expect, test } from "bun:test";
import { PNG, startFileServer } from "../../../test/relay/file-server.ts";
import type { FileServer } from "../../../test/relay/file-server.ts";
import { startDownload } from "./media-download.ts";
import type { MediaFetching } from "./media-download.ts";

let files: FileServer;
beforeEach(() => {
  files = startFileServer();
});
afterEach(() => files[Symbol.dispose]());

function download(path: string, changes: Partial<MediaFetching> = {}) {
  const fetching = {
    openExchange: files.openMedia,
    maxBytes: 10_000,
    maxFiles: 5,
    timeoutMs: 5000,
    ...changes,
  };
  const url = path.startsWith("/") ? files.origin + path : path;
  return startDownload(url, { leftBytes: fetching.maxBytes }, fetching);
}

const refused = (code: string, message: string) => ({
  name: "RelayError",
  code,
  status: 400,
  message: expect.stringContaining(message),
});

test("a file is fetched with nothing of the client's own", async () => {
  const file = await download("/picture.png?size=1").file;
  expect(file).toMatchObject({ bytes: PNG.length, base64: PNG.toString("base64") });
  const names = [...(files.lastHeaders()?.keys() ?? [])].sort();
  expect(names).toEqual(["accept", "accept-encoding", "connection", "host", "user-agent"]);
});

test("redirects are followed to other hosts, five at most", async () => {
  files.on("/moved", () => Response.redirect(files.origin.replace("files", "other.files") + "/picture.png"));
  expect((await download("/moved").file).bytes).toBe(PNG.length);
  expect(files.asked).toEqual(["/moved", "/picture.png"]);
  files.on("/round", () => Response.redirect(`${files.origin}/round`));
  await expect(download("/round").file).rejects.toMatchObject(refused("media.unreachable", "too often"));
  expect(files.asked.filter((path) => path === "/round")).toHaveLength(6);
});

test.each([
  ["http://127.0.0.1/x", "by policy"],
  ["http://10.0.0.7/x", "by policy"],
  ["http://[::1]/x", "by policy"],
  ["http://169.254.169.254/latest/meta-data", "metadata"],
  ["http://0x7f.1/x", "by policy"],
  ["https://inside.example.com/x", "by policy"],
  ["https://example.com:22/x", "port"],
  ["https://me:secret@example.com/x", "user name"],
  ["file:///etc/passwd", "http and https"],
])("%s is refused, and so is a redirect to it", async (url, reason) => {
  await expect(download(url).file).rejects.toMatchObject(refused("media.unreachable", reason));
  files.on("/moved", () => new Response(null, { status: 302, headers: { location: url } }));
  const problem = await download("/moved").file.catch((error: unknown) => error);
  const text = String(problem);
  expect(problem).toMatchObject(refused("media.unreachable", reason));
  // Where it leads is not told.
  expect(text).toContain("files.test");
  expect(text).not.toMatch(/secret|10\.0\.0\.7|passwd/);
});

test("a server that is too slow is given up, before its answer and within", async () => {
  const never = new Promise<Response>(() => undefined);
  const stuck = new Promise<void>(() => undefined);
  files.on("/silent", () => never);
  files.on("/stuck", () => new Response(new ReadableStream({ pull: () => stuck })));
  for (const path of ["/silent", "/stuck"])
    await expect(download(path, { timeoutMs: 50 }).file).rejects.toMatchObject(
      refused("media.unreachable", "too long"),
    );
});

test("a file that is too large is refused by its length, or as soon as it is seen", async () => {
  files.on("/long", () => new Response(Buffer.alloc(10_001)));
  await expect(download("/long").file).rejects.toMatchObject(refused("media.too-large", "MB together"));
  let sent = 0;
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    sent += 1000;
    controller.enqueue(new Uint8Array(1000));
  };
  files.on("/endless", () => new Response(new ReadableStream({ pull })));
  await expect(download("/endless").file).rejects.toMatchObject({ code: "media.too-large" });
  expect(sent).toBeGreaterThan(0);
  // Small on the wire only.
  const packed = Bun.gzipSync(new Uint8Array(1_000_000));
  files.on("/bomb", () => new Response(packed, { headers: { "content-encoding": "gzip" } }));
  expect(packed.length).toBeLessThan(10_000);
  await expect(download("/bomb").file).rejects.toMatchObject({ code: "media.too-large" });
});

test("files of one request share what may be fetched", async () => {
  const fetching = { openExchange: files.openMedia, maxBytes: 100, maxFiles: 5, timeoutMs: 5000 };
  const budget = { leftBytes: 100 };
  await startDownload(`${files.origin}/picture.png`, budget, fetching).file;
  await expect(startDownload(`${files.origin}/picture.png`, budget, fetching).file).rejects.toMatchObject({
    code: "media.too-large",
  });
});

test("what is no answer of a file is told", async () => {
  await expect(download("/none").file).rejects.toMatchObject(refused("media.unreachable", "HTTP 404"));
  files.on("/nowhere", () => new Response(null, { status: 302, headers: { location: "http://" } }));
  await expect(download("/nowhere").file).rejects.toMatchObject(refused("media.unreachable", "no address"));
  await expect(download("http://unknown.example.com/x").file).rejects.toMatchObject(
    refused("media.unreachable", "no address"),
  );
});

test("an abort ends it", async () => {
  const silent = Promise.withResolvers<Response>();
  const reached = Promise.withResolvers<void>();
  files.on("/silent", () => {
    reached.resolve();
    return silent.promise;
  });
  const { file, abort } = download("/silent");
  await reached.promise;
  abort();
  await expect(file).rejects.toMatchObject({ name: "UpstreamFault", code: "aborted" });
  silent.resolve(new Response("late"));
});
