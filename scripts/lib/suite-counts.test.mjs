import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { countsOf, readJunit, readVitestJson } from "./suite-counts.mjs";

const withFile = (text, read) => {
  const folder = mkdtempSync(join(tmpdir(), "tollgate-counts-"));
  const path = join(folder, "report");
  writeFileSync(path, text);
  try {
    return read(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

test("a JUnit file's totals are read from its root, not from the suites within", () => {
  const text = `<?xml version="1.0"?>
    <testsuites name="bun test" tests="9" assertions="20" failures="2" skipped="1" time="0.1">
      <testsuite name="a" tests="4" failures="4" skipped="0"><testcase name="tests=&quot;7&quot;" /></testsuite>
    </testsuites>`;
  expect(withFile(text, readJunit)).toEqual({ passed: 6, failed: 2, skipped: 1 });
});

test("a Vitest file that could not be loaded counts as a failure", () => {
  const report = {
    numPassedTests: 3,
    numFailedTests: 1,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [
      { status: "failed", assertionResults: [{ status: "failed" }] },
      { status: "failed", assertionResults: [] },
    ],
  };
  expect(withFile(JSON.stringify(report), readVitestJson)).toEqual({ passed: 3, failed: 2, skipped: 0 });
});

test("a report that is missing, empty or contradicted by the exit code is a failure", () => {
  expect(readJunit("/nowhere/report.xml")).toBeUndefined();
  expect(readVitestJson("/nowhere/report.json")).toBeUndefined();
  expect(countsOf(139, undefined)).toMatchObject({
    failed: 1,
    problem: expect.stringContaining("no report"),
  });
  expect(countsOf(0, { passed: 0, failed: 0, skipped: 0 })).toMatchObject({ failed: 1 });
  expect(countsOf(1, { passed: 5, failed: 0, skipped: 0 })).toMatchObject({ passed: 5, failed: 1 });
});

test("a report that agrees with the exit code stands", () => {
  expect(countsOf(0, { passed: 5, failed: 0, skipped: 1 })).toEqual({
    passed: 5,
    failed: 0,
    skipped: 1,
    problem: undefined,
  });
  expect(countsOf(1, { passed: 5, failed: 2, skipped: 0 })).toMatchObject({
    passed: 5,
    failed: 2,
    problem: undefined,
  });
});
