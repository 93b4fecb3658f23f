import type { SourceFile, Violation } from "./source-file.ts";

/** Written in pieces, so that this file does not contain what it looks for. */
const HOME_FOLDERS = new RegExp(["/", "(root|work|home/[a-z]\\w*|Users/[A-Za-z]\\w*)", "/"].join(""), "g");
const REGISTRY_HOSTS = new RegExp(["registry", "(npmjs|yarnpkg|npmmirror)", "(org|com)"].join("\\."), "g");
const PACKAGE_HOSTS = new RegExp(["(deb|security)", "debian", "org"].join("\\."), "g");

/** Paths of somebody's machine and hosts of package registries: neither belongs in the repository. */
export function machineTraces(files: readonly SourceFile[], root: string): Violation[] {
  return files.flatMap(({ path, text }) => {
    const found = [HOME_FOLDERS, REGISTRY_HOSTS, PACKAGE_HOSTS].flatMap(
      (pattern) => text.match(pattern) ?? [],
    );
    if (text.includes(`${root}/`)) found.push(root);
    return [...new Set(found)].map((trace) => `${path} names ${trace}`);
  });
}
