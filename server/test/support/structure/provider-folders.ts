import type { SourceFile, Violation } from "./source-file.ts";

/** A provider is one folder with one entry named after it, so that a reader knows where each begins. */
export function misshapenProviders(files: readonly SourceFile[]): Violation[] {
  const folder = "server/src/relay/providers/";
  const paths = new Set(files.map(({ path }) => path));
  const names = new Set(
    [...paths].flatMap(
      (path) => (path.startsWith(folder) && path.slice(folder.length).match(/^([^/]+)\//)?.[1]) || [],
    ),
  );
  return [...names]
    .filter((name) => !paths.has(`${folder}${name}/${name}-provider.ts`))
    .map((name) => `${folder}${name}/ has no ${name}-provider.ts`);
}
