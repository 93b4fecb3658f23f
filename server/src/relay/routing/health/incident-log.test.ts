import { expect, test } from "bun:test";
import { createIncidentLog, plainIncident } from "./incident-log.ts";
import type { Incident } from "./incident-log.ts";

const NOW_MS = 1_000_000_000;
const MINUTE_MS = 60_000;

function logOf(maxIncidents = 10) {
  const told: Incident[] = [];
  const { add } = createIncidentLog({ maxIncidents, onIncident: (incident) => told.push(incident) });
  return {
    told,
    add: (channelId: number, text = "", atMs = NOW_MS) =>
      add(plainIncident("disabled", { channelId, text }, atMs)),
  };
}

test("what happens again within ten minutes is told again under the same number, later under another", () => {
  const { told, add } = logOf();
  for (const minutes of [0, 10, 20, 31]) add(1, "", NOW_MS + minutes * MINUTE_MS);
  expect(told.map(({ id, times }) => [id, times])).toEqual([
    [1, 1],
    [1, 2],
    [1, 3],
    [2, 1],
  ]);
  expect(told[2]?.firstAtMs).toBe(NOW_MS);
});

test("beyond its number the oldest are forgotten", () => {
  const { told, add } = logOf(2);
  for (const channelId of [1, 2, 3, 1]) add(channelId);
  expect(told.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
});

test("a vendor's sentence is kept so that every database takes it", () => {
  const { told, add } = logOf();
  add(1, "no\0thing");
  add(2, `${"a".repeat(299)}😀`);
  expect(told.map(({ text }) => text)).toEqual(["nothing", "a".repeat(299)]);
});
