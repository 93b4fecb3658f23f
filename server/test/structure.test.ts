import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { misnamedOrMisshapen, tooLongFiles } from "./support/structure/file-shape.ts";
import type { LongFiles } from "./support/structure/file-shape.ts";
import { wrongImports } from "./support/structure/import-directions.ts";
import { machineTraces } from "./support/structure/machine-traces.ts";
import { misshapenProviders } from "./support/structure/provider-folders.ts";
import { impureCode } from "./support/structure/purity.ts";
import { skippedTests } from "./support/structure/skipped-tests.ts";
import { readRepository, repositoryRoot } from "./support/structure/source-file.ts";
import { strayDatabaseAccess } from "./support/structure/sql-access.ts";
import { unusedTextKeys } from "./support/structure/text-keys.ts";
import type { Texts } from "./support/structure/text-keys.ts";

/** Files that may be longer than the limit, each with its reason. */
const LONG_FILES: LongFiles = {};

describe("the repository", () => {
  const files = readRepository();

  test("is read whole", () => {
    const paths = files.map(({ path }) => path);
    expect(paths).toContain("server/test/structure.test.ts");
    expect(paths).toContain("contract/src/endpoint.ts");
    expect(paths).toContain("package.json");
  });

  test("imports point one way", () => {
    expect(wrongImports(files)).toEqual([]);
  });

  test("pricing and formats are pure", () => {
    expect(impureCode(files)).toEqual([]);
  });

  test("only stores, the database and the ledger contain SQL", () => {
    expect(strayDatabaseAccess(files)).toEqual([]);
  });

  test("every provider is a folder with one entry", () => {
    expect(misshapenProviders(files)).toEqual([]);
  });

  test("files are named in kebab-case after their subject and export by name", () => {
    expect(misnamedOrMisshapen(files)).toEqual([]);
  });

  test("files are short, or excused with a reason", () => {
    expect(tooLongFiles(files, LONG_FILES)).toEqual([]);
  });

  test("every text of the console is used", async () => {
    // The console's texts are plain objects; a path made at run time keeps them out of the server's types.
    const { zh } = (await import(join(repositoryRoot(), "web/src/i18n/zh.ts"))) as { zh: Texts };
    expect(unusedTextKeys(zh, files)).toEqual([]);
  });

  test("no test is skipped", () => {
    expect(skippedTests(files)).toEqual([]);
  });

  test("no path of a machine and no host of a registry is written down", () => {
    expect(machineTraces(files, repositoryRoot())).toEqual([]);
  });
});
