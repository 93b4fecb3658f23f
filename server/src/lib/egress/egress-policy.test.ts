import { expect, test } from "bun:test";
import { createEgressPolicy } from "./egress-policy.ts";
import type { EgressPolicyOptions } from "./egress-policy.ts";
import type { EgressKind } from "./egress-error.ts";

/** A policy with a resolver and a clock that the test moves. */
function policyWith(
  answers: Record<string, readonly string[]>,
  kind: EgressKind = "channel",
  options: EgressPolicyOptions = {},
) {
  const lookups: string[] = [];
  const time = { nowMs: 0 };
  const lookup = async (hostname: string): Promise<readonly string[]> => {
    lookups.push(hostname);
    const found = answers[hostname];
    if (found === undefined) throw new Error("no such name");
    return found;
  };
  const policy = createEgressPolicy(kind, { lookup, clock: { nowMs: () => time.nowMs }, ...options });
  return { policy, lookups, time, answers };
}

/** Lets background checks finish. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const refused = (code: string) => expect.objectContaining({ name: "EgressError", code });

test("a name is looked up once, and then known without waiting", async () => {
  const { policy, lookups } = policyWith({ "api.test": ["203.0.113.7", "2001:db8::7"] });
  expect(policy.allowedNow("https://api.test/v1")).toBeNull();
  const host = await policy.resolveAllowed("https://api.test/v1/models?x=1");
  expect(host).toMatchObject({ origin: "https://api.test", hostHeader: "api.test", addressCount: 2 });
  expect(host.connectOrigin()).toBe("https://203.0.113.7");
  for (const url of ["https://api.test/v1", "https://api.test", "https://api.test?a", "https://api.test#a"]) {
    expect(policy.allowedNow(url)).toBe(host);
  }
  expect(await policy.resolveAllowed("HTTPS://API.test:443/v1")).toBe(host);
  expect(lookups).toEqual(["api.test"]);
});

test("each origin is its own host, with its port in address and Host header", async () => {
  const { policy } = policyWith({ "api.test": ["2001:db8::7"] });
  const host = await policy.resolveAllowed("http://api.test:8080/v1");
  expect(host.connectOrigin()).toBe("http://[2001:db8::7]:8080");
  expect(host).toMatchObject({ hostHeader: "api.test:8080" });
  expect(policy.allowedNow("https://api.test/")).toBeNull();
});

test("an IP address needs no lookup and no Host header", async () => {
  const { policy, lookups } = policyWith({});
  for (const url of ["http://127.0.0.1:11434/api", "http://[::1]:11434/api", "http://2130706433:11434/api"]) {
    const host = await policy.resolveAllowed(url);
    expect(host.connectOrigin()).toBe(url.includes("[") ? "http://[::1]:11434" : "http://127.0.0.1:11434");
    expect(host.hostHeader).toBeNull();
  }
  expect(lookups).toEqual([]);
});

test("only the exact canonical text takes the short way", async () => {
  const { policy } = policyWith({ "api.test": ["203.0.113.7"] });
  await policy.resolveAllowed("http://api.test/");
  const tricks = [
    "http://api.test@169.254.169.254/",
    "http://api.test:80@169.254.169.254/",
    "http://api.test.evil.test/",
    "http://api.test\t.evil.test/",
    "http://api.test:8080/",
    " http://api.test/",
    "http:///api.test/",
    "xhttp://api.test/",
  ];
  for (const url of tricks) expect(policy.allowedNow(url)).toBeNull();
});

for (const [kind, addresses, code] of [
  ["channel", ["169.254.169.254"], "egress.metadata-refused"],
  ["channel", ["203.0.113.7", "169.254.169.254"], "egress.metadata-refused"],
  ["channel", ["203.0.113.7", "::ffff:a9fe:a9fe"], "egress.metadata-refused"],
  ["channel", ["fe80::1%eth0"], "egress.metadata-refused"],
  ["channel", ["100.100.100.200"], "egress.metadata-refused"],
  ["channel", [], "egress.name-unresolved"],
  ["user", ["1.1.1.1", "10.0.0.1"], "egress.address-refused"],
  ["user", ["::1"], "egress.address-refused"],
  ["user", ["169.254.169.254"], "egress.metadata-refused"],
] as const) {
  test(`a ${kind}'s name that leads to ${addresses.join(" and ") || "nothing"} is refused`, async () => {
    const { policy } = policyWith({ "evil.test": addresses }, kind);
    await expect(policy.resolveAllowed("https://evil.test/v1")).rejects.toEqual(refused(code));
    await settled();
    expect(policy.allowedNow("https://evil.test/v1")).toBeNull();
  });
}

test("a refusal names the host but not the path, which may hold a key", async () => {
  const { policy } = policyWith({});
  const problem = await policy.resolveAllowed("https://nowhere.test/v1?key=secret").catch(String);
  expect(problem).toBe("EgressError: nowhere.test: the host name has no address");
});

test("refusals are remembered for a moment, so that a flood asks the resolver once", async () => {
  const { policy, lookups, time } = policyWith({});
  const attempts = Array.from({ length: 20 }, () => policy.resolveAllowed("https://gone.test/"));
  const results = await Promise.allSettled(attempts);
  expect(results.every((result) => result.status === "rejected")).toBe(true);
  await expect(policy.resolveAllowed("https://gone.test/")).rejects.toEqual(
    refused("egress.name-unresolved"),
  );
  await settled();
  expect(lookups).toHaveLength(1);
  time.nowMs = 5001;
  await expect(policy.resolveAllowed("https://gone.test/")).rejects.toEqual(
    refused("egress.name-unresolved"),
  );
  await settled();
  expect(lookups).toHaveLength(2);
});

test("a name that turns to metadata later is used at its checked address, then refused", async () => {
  const { policy, time, answers } = policyWith({ "rebind.test": ["203.0.113.7"] });
  const host = await policy.resolveAllowed("http://rebind.test/");
  answers["rebind.test"] = ["169.254.169.254"];
  time.nowMs = 31_000;
  expect(policy.allowedNow("http://rebind.test/")).toBe(host);
  expect(host.connectOrigin()).toBe("http://203.0.113.7");
  await settled();
  expect(policy.allowedNow("http://rebind.test/")).toBeNull();
  await expect(policy.resolveAllowed("http://rebind.test/")).rejects.toEqual(
    refused("egress.metadata-refused"),
  );
});

test("a name that moves is followed in the background, without a wait", async () => {
  const { policy, time, lookups, answers } = policyWith({ "api.test": ["203.0.113.7"] });
  const host = await policy.resolveAllowed("http://api.test/");
  answers["api.test"] = ["203.0.113.8"];
  time.nowMs = 31_000;
  for (let call = 0; call < 5; call += 1) expect(policy.allowedNow("http://api.test/")).toBe(host);
  await settled();
  expect(host.connectOrigin()).toBe("http://203.0.113.8");
  expect(lookups).toHaveLength(2);
});

test("a resolver that is down does not stop a known host until its time is over", async () => {
  const { policy, time, lookups, answers } = policyWith({ "api.test": ["203.0.113.7"] });
  const host = await policy.resolveAllowed("http://api.test/");
  delete answers["api.test"];
  time.nowMs = 31_000;
  expect(policy.allowedNow("http://api.test/")).toBe(host);
  await settled();
  expect(policy.allowedNow("http://api.test/")).toBe(host);
  await settled();
  expect(lookups).toHaveLength(2);
  time.nowMs = 600_001;
  expect(policy.allowedNow("http://api.test/")).toBeNull();
  await expect(policy.resolveAllowed("http://api.test/")).rejects.toEqual(refused("egress.name-unresolved"));
});

test("the address that failed is avoided, and each has its turn", async () => {
  const { policy } = policyWith({ "api.test": ["203.0.113.7", "203.0.113.8"] });
  const host = await policy.resolveAllowed("http://api.test/");
  host.avoid("http://203.0.113.7");
  expect(host.connectOrigin()).toBe("http://203.0.113.8");
  // A second report about the same address comes late and changes nothing.
  host.avoid("http://203.0.113.7");
  expect(host.connectOrigin()).toBe("http://203.0.113.8");
  host.avoid("http://203.0.113.8");
  expect(host.connectOrigin()).toBe("http://203.0.113.7");
});

test("the cache is bounded and forgets the oldest first", async () => {
  const names = Array.from({ length: 5 }, (_, index) => `h${index}.test`);
  const { policy } = policyWith(Object.fromEntries(names.map((name) => [name, ["203.0.113.7"]])), "channel", {
    maxHosts: 3,
  });
  for (const name of names) await policy.resolveAllowed(`https://${name}/`);
  const known = names.filter((name) => policy.allowedNow(`https://${name}/`) !== null);
  expect(known).toEqual(["h2.test", "h3.test", "h4.test"]);
  policy.close();
  expect(policy.allowedNow("https://h4.test/")).toBeNull();
});

test("the system's resolver is asked by default", async () => {
  const host = await createEgressPolicy("channel").resolveAllowed("http://localhost:1/");
  expect(host.connectOrigin()).toMatch(/^http:\/\/(127\.0\.0\.1|\[::1\]):1$/);
});

test("a known host costs less than a microsecond", async () => {
  const policy = createEgressPolicy("channel", { lookup: async () => ["203.0.113.7"] });
  const url = "https://api.test/v1/chat/completions";
  await policy.resolveAllowed(url);
  const rounds = 200_000;
  for (let round = 0; round < rounds; round += 1) policy.allowedNow(url);
  const startedAt = performance.now();
  for (let round = 0; round < rounds; round += 1) policy.allowedNow(url);
  expect(((performance.now() - startedAt) / rounds) * 1000).toBeLessThan(1);
});
