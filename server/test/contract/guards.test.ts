import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { ENDPOINTS } from "@tollgate/contract/endpoints";
import type { Endpoint, Method } from "@tollgate/contract/endpoint";
import { lowestRole, Role } from "@tollgate/contract/roles";
import { cancelSelf } from "@tollgate/contract/session";
import { buildUser } from "../support/factories.ts";
import { createTestApp, ENGINES } from "../support/test-app.ts";
import type { TestApp, TestRole } from "../support/test-app.ts";
import type { TestAnswer } from "../support/test-client.ts";

const ROLES: readonly TestRole[] = ["guest", "user", "admin", "root"];

/** An id that nothing has: what a guard lets in ends in "not found", which is enough to see that it was let in. */
const NO_SUCH_ID = "999999";

type Verdict = "let in" | "not signed in" | "not allowed" | "not served" | "failed";

function expectedOf({ access }: Endpoint, role: TestRole): Verdict {
  if (Role[role] >= lowestRole[access]) return "let in";
  return role === "guest" ? "not signed in" : "not allowed";
}

function verdictOf({ status, code }: TestAnswer): Verdict {
  if (status === 401 && code === "session.required") return "not signed in";
  if (status === 403 && code === "session.forbidden") return "not allowed";
  if (status === 404) return "not served";
  return status === 200 ? "let in" : "failed";
}

describe.each(ENGINES)("guards on %s", (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ engine });
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const asSomebodyElse = async (role: TestRole) =>
    role === "guest" || role === "root"
      ? app.as(role)
      : app.asUser(await buildUser(app.parts, { role: Role[role] }));
  const callAs = async (role: TestRole, endpoint: Endpoint, slash: "" | "/") => {
    // A client of its own for each call: some calls end the session they come with, and one the account.
    const client = endpoint === cancelSelf ? await asSomebodyElse(role) : await app.as(role);
    const { method, path, shapes } = endpoint;
    const address = `${path.replace(":id", NO_SUCH_ID)}${slash}` as `/${string}`;
    return client.call(`${method} ${address}`, shapes.body && { body: {} });
  };

  test.each(ENDPOINTS.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    "%s lets in exactly whom the contract says, with and without a trailing slash",
    async (_, endpoint) => {
      for (const role of ROLES) {
        for (const slash of ["", "/"] as const) {
          const verdict = verdictOf(await callAs(role, endpoint, slash));
          expect([role, slash, verdict]).toEqual([role, slash, expectedOf(endpoint, role)]);
        }
      }
    },
  );

  test("an access token is let in as its user is, and may leave out the user's number", async () => {
    const client = await app.as("admin", "access-token");
    expect(verdictOf(await client.call("GET /api/channel/"))).toBe("let in");
    expect(verdictOf(await client.call("GET /api/option/"))).toBe("not allowed");
    const bearer = { authorization: `Bearer ${client.identity["authorization"]}` };
    expect(verdictOf(await client.call("GET /api/channel/", { headers: bearer }))).toBe("let in");
    expect(await client.call("GET /api/channel/", { headers: { "new-api-user": "77" } })).toMatchObject({
      status: 401,
      code: "session.user-mismatch",
    });
  });

  test("what is not in the contract is refused for everyone", async () => {
    const calls: `${Method} /api/${string}`[] = [
      "GET /api/nonsense",
      "DELETE /api/status",
      "GET /api/channel/abc",
      "PUT /api/channel/-1",
    ];
    const root = await app.as("root");
    for (const call of calls) {
      expect(await root.call(call)).toMatchObject({ status: 404, success: false, code: "input.not-found" });
    }
  });
});

test("no endpoint is declared twice, and open ones are few", () => {
  const names = ENDPOINTS.map(({ method, path }) => `${method} ${path}`);
  expect(new Set(names).size).toBe(names.length);
  expect(ENDPOINTS.filter(({ access }) => access === "open").map(({ path }) => path)).toEqual([
    "/api/pricing",
    "/api/ratio_config",
    "/api/user/login",
    "/api/user/logout",
    "/api/user/register",
    "/api/home_page_content",
    "/api/notice",
    "/api/status",
  ]);
});
