import { existsSync, readFileSync } from "node:fs";

/** What one suite did: `{ passed, failed, skipped }`, and `problem` when its program did not end as it should. */
export function countsOf(code, report) {
  const counts = report ?? { passed: 0, failed: 0, skipped: 0 };
  const problem = problemOf(code, report);
  // A crash, an error outside of any test and a run of nothing are failures that no report counts.
  return problem && counts.failed === 0 ? { ...counts, failed: 1, problem } : { ...counts, problem };
}

function problemOf(code, report) {
  if (!report) return `it ended with code ${code} and left no report`;
  if (report.passed + report.failed === 0) return "it ran no test";
  if (code !== 0 && report.failed === 0) return `it ended with code ${code} although no test failed`;
  return undefined;
}

/** Reads the totals of a JUnit file's root element; undefined when there is none. */
export function readJunit(path) {
  const root = existsSync(path) && /<testsuites\b[^>]*>/.exec(readFileSync(path, "utf8"))?.[0];
  if (!root) return undefined;
  const number = (name) => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(root)?.[1] ?? 0);
  const failed = number("failures") + number("errors");
  const skipped = number("skipped");
  return { passed: number("tests") - failed - skipped, failed, skipped };
}

/** Reads the totals of Vitest's JSON report; undefined when there is none. */
export function readVitestJson(path) {
  if (!existsSync(path)) return undefined;
  const report = JSON.parse(readFileSync(path, "utf8"));
  // A file that could not be loaded has no tests of its own: it counts as one failure.
  const unloaded = report.testResults.filter(
    (file) => file.status === "failed" && file.assertionResults.length === 0,
  ).length;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}
