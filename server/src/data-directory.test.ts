import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDataDirectory } from "./data-directory.ts";

describe("data directory", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "tollgate-test-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test("a second process is refused until the first lets go", () => {
    const path = join(folder, "deep", "data");
    const first = openDataDirectory(path);
    expect(() => openDataDirectory(path)).toThrow("in use by another running tollgate");
    first.release();
    openDataDirectory(path).release();
  });

  test("the node id survives a restart and differs between directories", () => {
    const first = openDataDirectory(join(folder, "a"));
    first.release();
    const again = openDataDirectory(join(folder, "a"));
    again.release();
    const other = openDataDirectory(join(folder, "b"));
    other.release();
    expect(again.nodeId).toBe(first.nodeId);
    expect(other.nodeId).not.toBe(first.nodeId);
  });

  test("a path that is no folder is refused in one line", () => {
    const file = join(folder, "file");
    writeFileSync(file, "");
    expect(() => openDataDirectory(file)).toThrow(/^the data directory .* cannot be used \(EEXIST\)/);
  });
});
