import { afterEach, beforeEach, expect, test } from "bun:test";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openKeyFile } from "./key-file.ts";

let dataDir = "";
const keyPath = (): string => join(dataDir, "secret.key");
const modeOf = (path: string): number => statSync(path).mode & 0o777;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "tollgate-key-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

test("the first start makes a key of 32 random bytes that only the owner can read", () => {
  const first = openKeyFile(dataDir);
  expect(first).toMatchObject({ isNew: true, warning: null });
  expect(first.key.length).toBe(32);
  expect(modeOf(keyPath())).toBe(0o600);
  expect(readFileSync(keyPath(), "utf8")).toMatch(/^[0-9a-f]{64}\n$/);
  expect(readdirSync(dataDir)).toEqual(["secret.key"]);
});

test("a permissive umask does not open the key file", () => {
  const before = process.umask(0);
  try {
    openKeyFile(dataDir);
  } finally {
    process.umask(before);
  }
  expect(modeOf(keyPath())).toBe(0o600);
});

test("a later start reads the same key", () => {
  const first = openKeyFile(dataDir);
  const second = openKeyFile(dataDir);
  expect(second.isNew).toBe(false);
  expect(second.key.equals(first.key)).toBe(true);
});

test("a missing data directory is made for the owner alone", () => {
  const nested = join(dataDir, "a", "b");
  openKeyFile(nested);
  expect(modeOf(nested)).toBe(0o700);
  expect(existsSync(join(nested, "secret.key"))).toBe(true);
});

for (const mode of [0o644, 0o640, 0o604, 0o666]) {
  test(`a key file of mode ${mode.toString(8)} is closed to others, with a warning`, () => {
    const { key } = openKeyFile(dataDir);
    chmodSync(keyPath(), mode);
    const opened = openKeyFile(dataDir);
    expect(opened.warning).toContain("could be read by other users");
    expect(opened.warning).not.toContain(key.toString("hex"));
    expect(opened.key.equals(key)).toBe(true);
    expect(modeOf(keyPath())).toBe(0o600);
    expect(openKeyFile(dataDir).warning).toBeNull();
  });
}

for (const [name, text] of [
  ["empty", ""],
  ["cut short", "ab".repeat(31)],
  ["not hexadecimal", "zz".repeat(32)],
] as const) {
  test(`a key file that is ${name} stops the start and is left alone`, () => {
    writeFileSync(keyPath(), text, { mode: 0o600 });
    expect(() => openKeyFile(dataDir)).toThrow(
      expect.objectContaining({ code: "secrets.key-file-malformed" }),
    );
    expect(readFileSync(keyPath(), "utf8")).toBe(text);
  });
}

test("a folder in the key file's place is a clear error", () => {
  mkdirSync(keyPath(), { mode: 0o700 });
  expect(() => openKeyFile(dataDir)).toThrow(/cannot be used: EISDIR/);
});

test("starts at the same time agree on one key", async () => {
  const script = `import { openKeyFile } from ${JSON.stringify(join(import.meta.dir, "key-file.ts"))};
    process.stdout.write(openKeyFile(process.argv[1]).key.toString("hex"));`;
  const starts = Array.from({ length: 4 }, () => Bun.spawn([process.execPath, "-e", script, dataDir]));
  const keys = await Promise.all(starts.map((start) => new Response(start.stdout).text()));
  expect(keys[0]).toMatch(/^[0-9a-f]{64}$/);
  expect(new Set(keys).size).toBe(1);
  expect(readdirSync(dataDir)).toEqual(["secret.key"]);
});
