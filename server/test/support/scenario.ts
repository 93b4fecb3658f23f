import { describe, expect, test } from "bun:test";
import type { Method } from "@tollgate/contract/endpoint";
import { ENGINES, useTestApps } from "./test-app.ts";
import type { TestApp, TestAppOptions, TestEntry, TestRole } from "./test-app.ts";
import type { TestAnswer } from "./test-client.ts";

type Call = `${Method} /${string}`;

/**
 * What a scenario must answer. What is left out is not looked at, but the status is 200 unless said otherwise, and a
 * call of the console's API must succeed.
 */
export interface ExpectedAnswer {
  status?: number;
  success?: boolean;
  code?: string;
  message?: string;
  /** Compared with `toEqual`; matchers such as `expect.any(Number)` and `expect.objectContaining` may be used. */
  data?: unknown;
  /** The whole answer, for calls whose answer is no envelope. */
  json?: unknown;
  headers?: Record<string, unknown>;
}

/**
 * One call and everything it causes. Unless a scenario says otherwise it moves no money and calls no upstream: what a
 * call does beside its answer is never left unsaid.
 */
export interface Scenario<Arranged = undefined> {
  /** A fact: `a user sees only his own tokens`. */
  name: string;
  as?: TestRole;
  style?: "session" | "access-token";
  call: Call | ((arranged: Arranged) => Call);
  body?: unknown | ((arranged: Arranged) => unknown);
  headers?: Record<string, string> | ((arranged: Arranged) => Record<string, string>);
  expect: ExpectedAnswer | ((arranged: Arranged) => ExpectedAnswer);
  /** The ledger entries that it writes, each a part to match. Default none. */
  entries?: readonly Partial<TestEntry>[];
  /** What arrives at the app's fake upstream: `POST /v1/chat/completions`. Default nothing. */
  upstreamCalls?: readonly string[];
  /** Looks at what else has changed. */
  check?: (app: TestApp, answer: TestAnswer, arranged: Arranged) => Promise<void> | void;
}

export interface ScenarioSuite<Arranged> {
  app?: Omit<TestAppOptions, "engine">;
  /** Builds what each scenario starts from. Money that it moves is not held against the scenario. */
  arrange?: (app: TestApp) => Promise<Arranged>;
  scenarios: readonly Scenario<Arranged>[];
}

/** Runs each scenario on a fresh app, on both engines. */
export function describeScenarios<Arranged = undefined>(title: string, suite: ScenarioSuite<Arranged>): void {
  describe.each(ENGINES)(`${title} on %s`, (engine) => {
    const apps = useTestApps();
    test.each(suite.scenarios.map((scenario) => [scenario.name, scenario] as const))(
      "%s",
      async (_, scenario) => {
        const app = await apps.create({ ...suite.app, engine });
        // Without `arrange` the type parameter is undefined.
        const arranged = (await suite.arrange?.(app)) as Arranged;
        await runScenario(app, scenario, arranged);
      },
    );
  });
}

/** Runs one scenario on an app that is there already. */
export async function runScenario<Arranged>(
  app: TestApp,
  scenario: Scenario<Arranged>,
  arranged: Arranged,
): Promise<void> {
  const client = await app.as(scenario.as ?? "guest", scenario.style);
  const entriesBefore = (await app.entries()).length;
  const callsBefore = app.startedUpstream?.requestCount ?? 0;
  const { call, body, headers } = scenario;
  const line = typeof call === "function" ? call(arranged) : call;
  const answer = await client.call(line, {
    body: typeof body === "function" ? body(arranged) : body,
    headers: (typeof headers === "function" ? headers(arranged) : headers) ?? {},
  });

  const expected = typeof scenario.expect === "function" ? scenario.expect(arranged) : scenario.expect;
  checkAnswer(answer, { ...(line.includes(" /api/") && { success: true }), ...expected });
  await app.parts.ledger.idle();
  const entries = (await app.entries()).slice(entriesBefore);
  expect(entries, "the ledger entries written").toMatchObject([...(scenario.entries ?? [])]);
  expect(callsSince(app, callsBefore), "the upstream calls made").toEqual([
    ...(scenario.upstreamCalls ?? []),
  ]);
  await scenario.check?.(app, answer, arranged);
}

function checkAnswer(answer: TestAnswer, expected: ExpectedAnswer): void {
  const { headers = {}, ...fields } = { status: 200, ...expected };
  const given = Object.fromEntries(Object.keys(fields).map((name) => [name, Object(answer)[name]]));
  expect(given).toEqual(fields);
  for (const [name, value] of Object.entries(headers))
    expect<unknown>(answer.headers.get(name), name).toEqual(value);
}

function callsSince(app: TestApp, before: number): string[] {
  const requests = app.startedUpstream?.requests ?? [];
  return requests.slice(before).map(({ method, path }) => `${method} ${path}`);
}
