import type { SourceFile, Violation } from "./source-file.ts";

/** Tests that are written but do not run, or that keep others from running. */
export function skippedTests(files: readonly SourceFile[]): Violation[] {
  return files
    .filter(({ path }) => /\.test\.tsx?$/.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^\s*(?:test|it|describe)\.(skip|only|todo|failing|skipIf|todoIf)\b/gm)].map(
        (match) => `${path} has a test marked ${match[1]}`,
      ),
    );
}
