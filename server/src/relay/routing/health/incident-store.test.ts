import { describe, expect, test } from "bun:test";
import { ENGINES, openTestDatabase } from "../../../../test/support/test-database.ts";
import type { Incident } from "./incident-log.ts";
import { createIncidentStore } from "./incident-store.ts";

const NOW_MS = 1_764_547_200_000;

function sampleIncident(id: number, parts: Partial<Incident> = {}): Incident {
  return {
    id,
    kind: "cooled",
    atMs: NOW_MS + id,
    channelId: 1,
    keyIndex: 1,
    model: "m",
    cause: "rate-limit",
    status: 429,
    text: "slow down",
    answers: 10,
    failures: 4,
    untilMs: NOW_MS + 60_000,
    awayMs: undefined,
    times: 1,
    firstAtMs: NOW_MS,
    ...parts,
  };
}

describe.each(ENGINES)("incidents on %s", (engine) => {
  test("are listed newest first, those of every node, as administrators see them", async () => {
    await using opened = await openTestDatabase(engine);
    const store = createIncidentStore(opened.database);
    await store.write("one", [sampleIncident(1), sampleIncident(2, { channelId: 2 })]);
    await store.write("two", [
      sampleIncident(1, { atMs: NOW_MS + 5000, kind: "recovered", keyIndex: undefined, model: undefined }),
    ]);
    const listed = await store.list(1, 10);
    expect(listed.map(({ kind }) => kind)).toEqual(["recovered", "cooled"]);
    expect(listed[0]).toMatchObject({ key: 0, model: "", at: NOW_MS / 1000 + 5 });
    expect(listed[1]).toMatchObject({
      key: 2,
      model: "m",
      cause: "rate-limit",
      status: 429,
      text: "slow down",
      answers: 10,
      failures: 4,
      until: NOW_MS / 1000 + 60,
      times: 1,
      away_seconds: 0,
    });
    expect(await store.list(1, 1)).toHaveLength(1);
  });

  test("that happen again stay one row", async () => {
    await using opened = await openTestDatabase(engine);
    const store = createIncidentStore(opened.database);
    await store.write("one", [sampleIncident(1)]);
    await store.write("one", [sampleIncident(1, { times: 7, atMs: NOW_MS + 9000, failures: 9 })]);
    expect(await store.list(1, 10)).toMatchObject([{ times: 7, failures: 9, at: NOW_MS / 1000 + 9 }]);
  });

  test("are forgotten by age and by number", async () => {
    await using opened = await openTestDatabase(engine);
    const store = createIncidentStore(opened.database);
    await store.write(
      "one",
      [1, 2, 3, 4, 5].map((id) => sampleIncident(id)),
    );
    await store.prune(NOW_MS + 2, 10);
    expect(await store.list(1, 10)).toHaveLength(4);
    await store.prune(0, 3);
    expect((await store.list(1, 10)).map(({ at }) => at)).toHaveLength(3);
    await store.prune(0, 3);
    expect(await store.list(1, 10)).toHaveLength(3);
  });
});
