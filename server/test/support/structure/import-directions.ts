import { importsOf, importTarget } from "./import-scan.ts";
import { isCode, isTest } from "./source-file.ts";
import type { SourceFile, Violation } from "./source-file.ts";

/** Files that are parts of their own: the seams at which a lower part learns the shape of something above it. */
const SEAMS: Readonly<Record<string, string>> = {
  "server/src/config.ts": "config",
  "server/src/start-error.ts": "program facts",
  "server/src/version.ts": "program facts",
  "server/src/http/route.ts": "route",
  "server/src/sign-in/session-store.ts": "sessions",
  "server/src/resources/channels/relay-channels.ts": "relay channel",
  "server/src/relay/relay-error.ts": "relay words",
  "server/src/relay/sse-events.ts": "relay words",
};

const BELOW_RESOURCES = ["lib", "config", "secrets", "db", "ledger", "pricing", "route", "sessions"];
const BELOW_JOBS = [...BELOW_RESOURCES, "resources", "relay channel", "sign-in", "notify", "payments"];

/** What each part may import beside itself and the contract. A part is a folder of `server/src`, or a seam. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  lib: [],
  secrets: ["lib"],
  config: ["lib", "secrets"],
  pricing: [],
  "program facts": [],
  route: [],
  sessions: ["lib", "db", "secrets"],
  db: ["lib"],
  ledger: ["lib", "db"],
  notify: BELOW_RESOURCES,
  "relay channel": [...BELOW_RESOURCES, "resources"],
  resources: [...BELOW_RESOURCES, "relay channel", "notify"],
  "sign-in": [...BELOW_RESOURCES, "resources", "notify"],
  payments: [...BELOW_RESOURCES, "resources", "notify"],
  "relay words": ["lib"],
  "relay/formats": ["lib", "pricing", "relay words"],
  "relay/providers": ["lib", "relay/formats", "relay words", "relay channel"],
  relay: [
    ...BELOW_RESOURCES,
    "resources",
    "relay channel",
    "relay words",
    "relay/formats",
    "relay/providers",
  ],
  jobs: [...BELOW_JOBS],
  http: [...BELOW_JOBS, "program facts", "jobs", "relay", "relay words"],
  app: [
    ...BELOW_JOBS,
    "program facts",
    "jobs",
    "relay",
    "relay words",
    "relay/formats",
    "relay/providers",
    "http",
  ],
};

/** Which imports point the wrong way: up the layers, across packages, or between two providers. Tests are free. */
export function wrongImports(files: readonly SourceFile[]): Violation[] {
  return files
    .filter((file) => isCode(file.path) && !isTest(file.path))
    .flatMap((file) =>
      importsOf(file.text)
        .map((specifier) => importTarget(file.path, specifier))
        .filter((target) => isWrong(file.path, target))
        .map((target) => `${file.path} must not import ${target}`),
    );
}

function isWrong(from: string, target: string): boolean {
  if (from.startsWith("contract/")) return !target.startsWith("contract/") && target !== "npm:zod";
  if (from.startsWith("web/src/"))
    return /^(server|e2e|scripts|bench)\//.test(target) || /^(bun|node):/.test(target);
  if (!from.startsWith("server/src/")) return false;
  if (target.startsWith("server/test/") || /^(web|e2e|scripts|bench)\//.test(target)) return true;
  return (
    target.startsWith("server/src/") && (isAgainstLayers(from, target) || isAcrossProviders(from, target))
  );
}

function isAgainstLayers(from: string, target: string): boolean {
  const importer = partOf(from);
  const imported = partOf(target);
  return importer !== imported && !MAY_IMPORT[importer]?.includes(imported);
}

/** A provider stands alone, but many speak the same dialect as OpenAI and build on that one. */
function isAcrossProviders(from: string, target: string): boolean {
  const [importer, imported] = [from, target].map(
    (path) => /^server\/src\/relay\/providers\/([^/]+)\//.exec(path)?.[1],
  );
  return (
    importer !== undefined &&
    imported !== undefined &&
    importer !== imported &&
    imported !== "openai-compatible"
  );
}

/** The part that a file of the server belongs to: what lies in no folder puts the program together. */
function partOf(path: string): string {
  const folders = path.slice("server/src/".length).split("/").slice(0, -1);
  const twoDeep = folders.slice(0, 2).join("/");
  return SEAMS[path] ?? (twoDeep in MAY_IMPORT ? twoDeep : (folders[0] ?? "app"));
}
