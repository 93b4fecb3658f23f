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
  expect(withFile(text, readJunit)).toEqual({ passed: 6, failed: 2, skipped: 1, failures: [] });
});

test("a JUnit file's failed cases are named with their place and what they said", () => {
  const text = `<testsuites tests="3" failures="2" skipped="0"><testsuite file="a.test.ts">
    <testcase name="passes" file="a.test.ts" line="1" />
    <testcase name="the &quot;x&quot; &amp; y" file="a.test.ts" line="2">
      <failure type="AssertionError" message="Expected: 2&#10;&#10;Received: &lt;1&gt;">at a.test.ts:2</failure>
    </testcase>
    <testcase name="throws" file="b.test.ts" line="3">
      <failure type="Error" message="boom">at b.test.ts:3</failure>
    </testcase>
  </testsuite></testsuites>`;
  expect(withFile(text, readJunit).failures).toEqual([
    'a.test.ts:2  the "x" & y\n  Expected: 2\n  Received: <1>',
    "b.test.ts:3  throws\n  boom",
  ]);
});

test("a Vitest file that could not be loaded counts as a failure", () => {
  const report = {
    numPassedTests: 3,
    numFailedTests: 1,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [
      {
        name: "a.test.ts",
        status: "failed",
        assertionResults: [
          { status: "failed", fullName: "adds", failureMessages: ["not 2"] },
          { status: "passed" },
        ],
      },
      { name: "b.test.ts", status: "failed", message: "no such module", assertionResults: [] },
    ],
  };
  expect(withFile(JSON.stringify(report), readVitestJson)).toEqual({
    passed: 3,
    failed: 2,
    skipped: 0,
    failures: ["b.test.ts  could not be loaded\n  no such module", "a.test.ts  adds\n  not 2"],
  });
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
