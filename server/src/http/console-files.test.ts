import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { createConsoleFiles } from "./console-files.ts";
import type { ConsoleFiles } from "./console-files.ts";
import { openConsoleFolder } from "./console-folder.ts";

const SCRIPT = "let theme = 1;";
const PAGE = `<!doctype html><script>${SCRIPT}</script><script type="module" src="/assets/main-1.js"></script>`;
const PROGRAM = "export const text = 'tollgate';\n".repeat(100);

describe("console files", () => {
  let folder: string;
  let serve: ConsoleFiles;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "tollgate-test-"));
    mkdirSync(join(folder, "dist", "assets"), { recursive: true });
    writeFileSync(join(folder, "secret.txt"), "secret");
    writeFileSync(join(folder, "dist", "index.html"), PAGE);
    writeFileSync(join(folder, "dist", ".hidden"), "hidden");
    writeFileSync(join(folder, "dist", "favicon.svg"), "<svg/>");
    writeFileSync(join(folder, "dist", "assets", "main-1.js"), PROGRAM);
    serve = createConsoleFiles(openConsoleFolder(join(folder, "dist")));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
    serve(new Request(`http://gate.test${path}`, { headers, method }));

  test("every address of the console answers the start page, asked for anew each time", async () => {
    for (const path of ["/", "/index.html", "/channel", "/setting/personal"]) {
      const response = await get(path);
      expect([response.status, response.headers.get("cache-control"), await response.text()]).toEqual([
        200,
        "no-cache",
        PAGE,
      ]);
    }
  });

  test("the page may run its own scripts and its one inline script, nothing else", async () => {
    const policy = (await get("/")).headers.get("content-security-policy") ?? "";
    const hash = new Bun.CryptoHasher("sha256").update(SCRIPT).digest("base64");
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
    expect(policy).not.toContain("unsafe");
  });

  test("an unchanged start page is answered with 304", async () => {
    const etag = (await get("/")).headers.get("etag") ?? "";
    expect((await get("/", { "if-none-match": etag })).status).toBe(304);
    writeFileSync(join(folder, "dist", "index.html"), `${PAGE} `);
    expect((await get("/", { "if-none-match": etag })).status).toBe(200);
  });

  test("hashed assets are immutable and compressed as the client likes", async () => {
    const plain = await get("/assets/main-1.js");
    expect(plain.headers.get("cache-control")).toContain("immutable");
    expect(plain.headers.get("content-type")).toContain("javascript");
    expect(await plain.text()).toBe(PROGRAM);
    const brotli = await get("/assets/main-1.js", { "accept-encoding": "gzip, deflate, br" });
    expect(brotli.headers.get("content-encoding")).toBe("br");
    expect(brotliDecompressSync(await brotli.bytes()).toString()).toBe(PROGRAM);
    const gzip = await get("/assets/main-1.js", { "accept-encoding": "gzip" });
    expect(gunzipSync(await gzip.bytes()).toString()).toBe(PROGRAM);
  });

  test("a small file is not compressed", async () => {
    const icon = await get("/favicon.svg", { "accept-encoding": "br" });
    expect([icon.headers.get("content-encoding"), await icon.text()]).toEqual([null, "<svg/>"]);
  });

  test("HEAD answers the headers alone", async () => {
    const response = await get("/", {}, "HEAD");
    expect([response.status, await response.text()]).toEqual([200, ""]);
  });

  test("nothing outside the folder and nothing hidden is served", async () => {
    for (const path of [
      "/..%2fsecret.txt",
      "/assets/..%2f..%2fsecret.txt",
      "/.hidden",
      "/%00.txt",
      "/assets%5cmain-1.js",
      "/%",
      "/missing.js",
    ]) {
      const response = await get(path);
      expect([path, response.status]).toEqual([path, 404]);
    }
  });

  test("paths of the API are never answered with a page", async () => {
    for (const path of ["/v1/nonsense", "/v1beta/x", "/api/x"]) expect((await get(path)).status).toBe(404);
    const posted = await get("/channel", {}, "POST");
    expect(await posted.json()).toMatchObject({
      error: { message: "Invalid URL (POST /channel)", type: "invalid_request_error" },
    });
  });

  test("without a built console a page says how to build it", async () => {
    const response = await createConsoleFiles(openConsoleFolder(join(folder, "none")))(
      new Request("http://gate.test/"),
    );
    expect([response.status, await response.text()]).toEqual([503, expect.stringContaining("npm start")]);
  });
});
