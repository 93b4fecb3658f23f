import { existsSync, readFileSync } from "node:fs";

/**
 * What one suite did: `{ passed, failed, skipped, failures }`, and `problem` when its program did not end as it should.
 * `failures` are texts for the summary: where the test is, its name, and what it said.
 */
export function countsOf(code, report) {
  const counts = report ?? { passed: 0, failed: 0, skipped: 0, failures: [] };
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

/** Reads the totals of a JUnit file's root element, and the failed cases; undefined when there is none. */
export function readJunit(path) {
  const text = existsSync(path) ? readFileSync(path, "utf8") : "";
  const root = /<testsuites\b[^>]*>/.exec(text)?.[0];
  if (!root) return undefined;
  const number = (name) => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(root)?.[1] ?? 0);
  const failed = number("failures") + number("errors");
  const skipped = number("skipped");
  return { passed: number("tests") - failed - skipped, failed, skipped, failures: junitFailures(text) };
}

function junitFailures(text) {
  const failed = /<testcase\b([^>]*[^/])>\s*<(?:failure|error)\b([^>]*)/g;
  return [...text.matchAll(failed)].map(([, test, failure]) =>
    failureText(
      `${attribute(test, "file")}:${attribute(test, "line")}`,
      attribute(test, "name"),
      attribute(failure, "message"),
    ),
  );
}

const XML_ENTITIES = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", "#10": "\n" };

function attribute(element, name) {
  const value = new RegExp(`\\b${name}="([^"]*)"`).exec(element)?.[1] ?? "";
  return value.replace(/&(#?\w+);/g, (entity, key) => XML_ENTITIES[key] ?? entity);
}

/** A failure's first lines say enough to begin with, and a reader may see only the end of the output. */
const FAILURE_LINES_MAX = 8;

function failureText(place, name, message) {
  const lines = message.split("\n").filter((line) => line.trim() !== "");
  return [`${place}  ${name}`, ...lines.slice(0, FAILURE_LINES_MAX).map((line) => `  ${line}`)].join("\n");
}

/** Reads the totals of Vitest's JSON report, and the failed tests; undefined when there is none. */
export function readVitestJson(path) {
  if (!existsSync(path)) return undefined;
  const report = JSON.parse(readFileSync(path, "utf8"));
  // A file that could not be loaded has no tests of its own: it counts as one failure.
  const unloaded = report.testResults.filter(
    (file) => file.status === "failed" && file.assertionResults.length === 0,
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: [
      ...unloaded.map((file) => failureText(file.name, "could not be loaded", file.message ?? "")),
      ...report.testResults.flatMap(vitestFailures),
    ],
  };
}

function vitestFailures(file) {
  return file.assertionResults
    .filter((test) => test.status === "failed")
    .map((test) => failureText(file.name, test.fullName, test.failureMessages?.[0] ?? ""));
}
