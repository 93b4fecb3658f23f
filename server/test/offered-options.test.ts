import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";
import { OPTION_TABLE } from "@tollgate/contract/option-table";

const ROOT = join(import.meta.dir, "../..");
/** Answers what anyone may know, and so reads for the console alone. */
const STATUS = "server/src/resources/status";
const SETTINGS = "web/src/screens/settings";

/** Read already, but of no use to an operator until what they depend on is there. */
const WITHOUT_EFFECT: Readonly<Record<string, string>> = {
  EmailVerificationEnabled: "no mail can be sent: registration would be closed",
  TurnstileCheckEnabled: "no check can be passed: registration would be closed",
};

const text = (path: string) => readFileSync(join(ROOT, path), "utf8");
const isSource = (path: string) => /\.tsx?$/.test(path) && !path.includes(".test.");

function sources(folder: string): string {
  const paths = [...new Glob("**/*").scanSync(join(ROOT, folder))].filter(isSource).sort();
  return paths
    .map((path) => `${folder}/${path}`)
    .filter((path) => !path.startsWith(STATUS) && !path.startsWith("web/src/test/"))
    .map(text)
    .join("\n");
}

test("root is offered exactly the options that something reads", () => {
  const server = sources("server/src");
  const console = sources("web/src");
  const statusFields = new Map(
    [...text(`${STATUS}/status-view.ts`).matchAll(/(\w+): options\.get\("([\w.]+)"\)/g)].map(
      ([, field, key]) => [key, field],
    ),
  );
  const isRead = (key: string) => {
    const field = statusFields.get(key);
    return server.includes(`"${key}"`) || (field !== undefined && console.includes(`.${field}`));
  };
  const forms = text(`${SETTINGS}/options/option-fields.ts`) + text(`${SETTINGS}/pricing/price-options.ts`);
  const keys = Object.keys(OPTION_TABLE);
  const read = keys.filter((key) => isRead(key) && !(key in WITHOUT_EFFECT));
  expect(keys.filter((key) => forms.includes(`"${key}"`))).toEqual(read);
});
