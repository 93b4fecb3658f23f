import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { buildUser } from "../test/support/factories.ts";
import { sampleLog } from "../test/support/sample-log.ts";
import { ENGINES, useTestApps } from "../test/support/test-app.ts";
import { archiveCommand } from "./archive-command.ts";
import { auditCommand } from "./audit-command.ts";
import { userAccount } from "./ledger/account.ts";

const OLD = "20260101093000123";
const clock = { nowMs: () => Date.UTC(2026, 1, 1) };

const apps = useTestApps();

for (const engine of ENGINES) {
  const appWithCharges = async () => {
    const app = await apps.create({ engine, clock: { nowMs: () => Date.UTC(2026, 0, 1, 9, 31) } });
    const userId = await buildUser(app.parts);
    const payer = userAccount(userId);
    for (let n = 10; n < 30; n++) {
      const request = { holdId: `${OLD}a${n}`, payer, amount: n };
      await app.parts.ledger.reserve(request);
      const log = sampleLog({ requestId: request.holdId, userId, quota: n, createdAt: 1_767_259_800 });
      await app.parts.ledger.settle({ ...request, alongside: log });
    }
    return app;
  };

  test(`old charges go into a file that the audit proves, on ${engine}`, async () => {
    const app = await appWithCharges();
    const { config } = app.parts;
    if (engine === "sqlite") {
      await expect(archiveCommand(config, { before: "2026-01-02" }, () => {}, clock)).rejects.toThrow(
        "in use by another running tollgate",
      );
      await app.stop();
    }
    const lines: string[] = [];
    const print = (line: string) => void lines.push(line);
    expect(await archiveCommand(config, { before: "2026-01-02" }, print, clock)).toBe(0);
    const file = join(config.dataDir, "archive", "charges-before-2026-01-02.jsonl.gz");
    expect(lines[0]).toBe(`20 charges from before 2026-01-02 are now in ${file}`);
    expect(existsSync(file)).toBe(true);

    lines.length = 0;
    expect(await auditCommand(config, print, { archives: [file] })).toBe(0);
    expect(lines).toEqual([
      `${file}: 20 charges, as they were archived.`,
      expect.stringMatching(
        /^The books are right: \d+ accounts, \d+ entries, 20 archived charges, no difference\.$/,
      ),
    ]);
    lines.length = 0;
    expect(await auditCommand(config, print, { json: true, archives: [file] })).toBe(0);
    expect(JSON.parse(lines.join("\n"))).toMatchObject({
      differences: [],
      archivedEntries: 20,
      archives: [{ file, entries: 20, differences: [] }],
    });
    lines.length = 0;
    const wrong = join(config.dataDir, "wrong.gz");
    await Bun.write(wrong, readFileSync(file).subarray(0, 50));
    expect(await auditCommand(config, print, { archives: [wrong] })).toBe(1);
    expect(lines.at(-1)).toBe(
      "The books are right, but an archive is not as it was written. Differences named above: 1.",
    );
    await expect(auditCommand(config, print, { archives: [`${file}.absent`] })).rejects.toThrow(
      "cannot be read (ENOENT)",
    );
    lines.length = 0;
    expect(await archiveCommand(config, { before: "2026-01-02" }, print, clock)).toBe(0);
    expect(lines).toEqual(["No charge is older than 2026-01-02: nothing to archive."]);
  });

  test(`a day or a file that is no good is refused in one line, on ${engine}`, async () => {
    const app = await appWithCharges();
    const { config } = app.parts;
    if (engine === "sqlite") await app.stop();
    const refused = (before: string, to?: string) =>
      expect(archiveCommand(config, { before, to }, () => {}, clock)).rejects;
    await refused("yesterday").toThrow('the date must be a day such as 2026-01-01, but is "yesterday"');
    await refused("2026-02-01").toThrow("too near");
    await refused("2026-01-02", join(config.dataDir, "absent", "a.gz")).toThrow("cannot be written (ENOENT)");
    expect(await archiveCommand(config, { before: "2026-01-02" }, () => {}, clock)).toBe(0);
  });
}

test("no data directory is made where there is no database", async () => {
  const app = await apps.create({ engine: "sqlite" });
  const { config } = app.parts;
  const dataDir = join(config.dataDir, "absent");
  const path = join(dataDir, "tollgate.db");
  const elsewhere = { ...config, dataDir, database: { engine: "sqlite" as const, path, label: "SQLite" } };
  await expect(archiveCommand(elsewhere, { before: "2026-01-02", to: "x" }, () => {}, clock)).rejects.toThrow(
    "there is no database",
  );
  expect(existsSync(dataDir)).toBe(false);
});
