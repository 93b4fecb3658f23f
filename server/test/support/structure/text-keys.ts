import { withoutComments } from "./code-text.ts";
import { isCode, isTest } from "./source-file.ts";
import type { SourceFile, Violation } from "./source-file.ts";

/** `ns` → nested texts, as `web/src/i18n/zh.ts` has them. */
export type Texts = Readonly<Record<string, unknown>>;

/** Endings that i18next adds by itself. */
const PLURAL = /_(zero|one|two|few|many|other)$/;

/** Also one inside another template: its start is what tells it apart. */
const TEMPLATE_WITH_FIXED_START = /`([\w-]+[.:][^`]*\$\{[^`]*)`/g;

/**
 * Text keys of the console that no code names. Code names a key in a string (`"row.title"`, `"channels:row.title"`), or
 * as a template that starts with a fixed part (`\`status.${name}\``). A template that starts with a variable names
 * nothing: a reader could not find its texts either.
 */
export function unusedTextKeys(texts: Texts, files: readonly SourceFile[]): Violation[] {
  const code = files
    .filter(({ path }) => path.startsWith("web/src/") && !path.startsWith("web/src/i18n/"))
    .filter(({ path }) => isCode(path) && !isTest(path))
    .map(({ text }) => withoutComments(text))
    .join("\n");
  const isNamed = (key: string) =>
    [`"${key}"`, `'${key}'`, `\`${key}\``].some((literal) => code.includes(literal));
  const patterns = [...code.matchAll(TEMPLATE_WITH_FIXED_START)].map((match) => patternOf(match[1] ?? ""));
  return Object.entries(texts).flatMap(([namespace, tree]) =>
    keysOf(tree)
      .map((key) => key.replace(PLURAL, ""))
      .filter((key) => {
        const spellings = [key, `${namespace}:${key}`, `${namespace}.${key}`];
        return !spellings.some(
          (spelling) => isNamed(spelling) || patterns.some((pattern) => pattern.test(spelling)),
        );
      })
      .map((key) => `web/src/i18n: the text ${namespace}:${key} is used nowhere`),
  );
}

/** The keys that a template may make. */
function patternOf(template: string): RegExp {
  const fixed = template.split(/\$\{[^}]*\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${fixed.join("[^ ]+")}$`);
}

function keysOf(tree: unknown, prefix = ""): string[] {
  if (typeof tree !== "object" || tree === null) return [prefix];
  return Object.entries(tree).flatMap(([name, value]) =>
    keysOf(value, prefix === "" ? name : `${prefix}.${name}`),
  );
}
