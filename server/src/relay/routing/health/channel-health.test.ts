import { describe, expect, test } from "bun:test";
import { sampleRelayChannel } from "../../../../test/relay/sample-relay-call.ts";
import type { Failure } from "../failures/classify-failure.ts";
import type { FailureClass } from "../failures/failure-class.ts";
import { routedChannel } from "../routed-channel.ts";
import { FREE } from "./breaker.ts";
import type { Breaker } from "./breaker.ts";
import { createChannelHealth } from "./channel-health.ts";
import type { Sent } from "./channel-health.ts";
import { createIncidentLog } from "./incident-log.ts";
import type { Incident } from "./incident-log.ts";

const CHANNEL = routedChannel(
  sampleRelayChannel({ id: 1, key: "a\nb", setting: { multi_key_mode: "random" } }),
);
const START_MS = 1_000_000_000;

function failureOf(name: FailureClass, parts: Partial<Failure> = {}): Failure {
  return { class: name, status: undefined, isSaid: true, message: name, retryAfterMs: undefined, ...parts };
}

/** Health with a clock that the test moves. */
function patient(limits?: { maxModels: number; idleMs: number }) {
  const incidents: Incident[] = [];
  const log = createIncidentLog({ maxIncidents: 100, onIncident: (incident) => incidents.unshift(incident) });
  /** What other nodes hear of. */
  const told: Breaker[] = [];
  const health = createChannelHealth({
    random: () => 0,
    incidents: log,
    onBreaker: (breaker) => told.push(breaker),
    ...(limits && { limits }),
  });
  const clock = { nowMs: START_MS };
  const send = (parts: Partial<Sent> = {}): Sent => {
    const sent = {
      channel: CHANNEL,
      keyIndex: 0,
      model: "m",
      isProbe: false,
      sentAtMs: clock.nowMs,
      ...parts,
    };
    health.sent(sent);
    return sent;
  };
  const fail = (name: FailureClass, parts: Partial<Sent> = {}, failure: Partial<Failure> = {}) => {
    const sent = send(parts);
    health.failed(sent, failureOf(name, failure), clock.nowMs);
    health.finished(sent, clock.nowMs);
  };
  const pass = (parts: Partial<Sent> = {}) => {
    const sent = send(parts);
    health.succeeded(sent, 100, clock.nowMs);
    health.finished(sent, clock.nowMs, true);
  };
  const isFree = (keyIndex = 0, model = "m") =>
    health.standing(CHANNEL, keyIndex, model, clock.nowMs) === FREE;
  return { health, incidents, told, clock, send, fail, pass, isFree };
}

describe("health keeps apart what a failure is about", () => {
  const others = (name: FailureClass) => {
    const { fail, isFree } = patient();
    fail(name);
    return { same: isFree(0, "m"), otherKey: isFree(1, "m"), otherModel: isFree(0, "n") };
  };
  test("a limit: one model under one key", () => {
    expect(others("rate-limit")).toEqual({ same: false, otherKey: true, otherModel: true });
  });
  test("a refused key: all its models, and no other key", () => {
    expect(others("auth")).toEqual({ same: false, otherKey: true, otherModel: false });
    expect(others("quota")).toEqual({ same: false, otherKey: true, otherModel: false });
  });
  test("a server's trouble: one model under every key", () => {
    expect(others("server")).toEqual({ same: false, otherKey: false, otherModel: true });
  });
  test("a network's trouble: the whole channel", () => {
    expect(others("network")).toEqual({ same: false, otherKey: false, otherModel: false });
  });
  test("a client's own fault: nothing", () => {
    expect(others("bad-request")).toEqual({ same: true, otherKey: true, otherModel: true });
  });
});

describe("health tells an accident from a fault", () => {
  test("a single failure among good answers changes nothing, two in a row do", () => {
    const { fail, pass, isFree } = patient();
    pass();
    fail("server");
    expect(isFree()).toBe(true);
    pass();
    fail("server");
    expect(isFree()).toBe(true);
    fail("server");
    expect(isFree()).toBe(false);
  });
  test("half of a minute's answers being bad opens it, though no two are in a row", () => {
    const { fail, pass, isFree } = patient();
    for (let pair = 0; pair < 4; pair++) {
      pass();
      fail("server");
    }
    expect(isFree()).toBe(true);
    pass();
    fail("server");
    expect(isFree()).toBe(false);
  });
  test("a bare 401 where the key worked just now has to come twice, a vendor's word does not", () => {
    const bare = patient();
    bare.pass();
    bare.fail("auth", {}, { isSaid: false });
    expect(bare.isFree()).toBe(true);
    bare.fail("auth", {}, { isSaid: false });
    expect(bare.isFree()).toBe(false);
    const said = patient();
    said.pass();
    said.fail("auth");
    expect(said.isFree()).toBe(false);
  });
  test("several models that fail one after the other are their channel's trouble", () => {
    const { fail, pass, isFree } = patient();
    for (const model of ["m", "n", "o", "p"]) pass({ model });
    for (const model of ["m", "n", "o"]) fail("server", { model });
    expect([isFree(0, "p"), isFree(1, "p")]).toEqual([false, false]);
  });
  test("several models at their limit are their key's", () => {
    const { fail, isFree } = patient();
    for (const model of ["m", "n", "o"]) fail("rate-limit", { model });
    expect([isFree(0, "p"), isFree(1, "p")]).toEqual([false, true]);
  });
  test("answers that break off twice in a row, though they begin well, open it", () => {
    const { health, clock, send, isFree } = patient();
    for (let answer = 0; answer < 2; answer++) {
      expect(isFree()).toBe(true);
      const sent = send();
      health.succeeded(sent, 50, clock.nowMs);
      health.broke(sent, failureOf("network"), clock.nowMs);
      health.finished(sent, clock.nowMs);
    }
    expect(isFree()).toBe(false);
  });
});

describe("health lets a channel come back", () => {
  test("by a probe that works, and tells of it", () => {
    const { fail, pass, isFree, clock, incidents } = patient();
    fail("server", {}, { status: 500, message: "oops" });
    clock.nowMs += 10_000;
    pass({ isProbe: true });
    expect(isFree()).toBe(true);
    expect(incidents.map(({ kind, cause, awayMs }) => [kind, cause, awayMs])).toEqual([
      ["recovered", "server", 10_000],
      ["moved-away", "server", undefined],
    ]);
    expect(incidents[1]).toMatchObject({
      status: 500,
      text: "oops",
      answers: 1,
      failures: 1,
      model: "m",
    });
  });
  test("not by an answer to what was sent before it opened", () => {
    const { health, send, fail, isFree, clock } = patient();
    const early = send();
    clock.nowMs += 1000;
    fail("server");
    clock.nowMs += 20_000;
    health.succeeded(early, 100, clock.nowMs);
    expect(isFree()).toBe(false);
  });
  test("not by a crowd: a failed probe is one step, however many others fail meanwhile", () => {
    const { health, clock, fail, send } = patient();
    fail("server");
    clock.nowMs += 10_000;
    const crowd = Array.from({ length: 20 }, () => send());
    const probe = send({ isProbe: true });
    for (const sent of [...crowd, probe]) health.failed(sent, failureOf("server"), clock.nowMs);
    expect(health.standing(CHANNEL, 0, "m", clock.nowMs)).toBe(clock.nowMs + 20_000);
  });
  test("a key that reaches its limit has been accepted again", () => {
    const { fail, isFree, clock } = patient();
    fail("auth");
    clock.nowMs += 300_000;
    fail("rate-limit", { isProbe: true });
    expect([isFree(0, "m"), isFree(0, "n")]).toEqual([false, true]);
  });
});

describe("health remembers no more than it must", () => {
  test("what is well and idle is forgotten, what is away is not", () => {
    const { health, pass, fail, clock, isFree } = patient();
    for (let model = 0; model < 50; model++) pass({ model: `m${model}` });
    fail("auth", { keyIndex: 1 });
    expect(health.states.modelCount).toBe(51);
    clock.nowMs += 1_000_000;
    // One model is looked at with each answer.
    for (let call = 0; call < 200; call++) pass({ model: "last" });
    expect(health.states.modelCount).toBe(1);
    expect(isFree(1)).toBe(false);
  });
  test("beyond its limit nothing more is learnt, and everything counts as well", () => {
    const { health, pass, fail, isFree } = patient({ maxModels: 3, idleMs: 1e9 });
    for (let model = 0; model < 3; model++) fail("server", { model: `m${model}` });
    fail("server", { model: "fourth" });
    expect(health.states.modelCount).toBe(3);
    pass({ model: "fourth" });
    expect(isFree(0, "m0")).toBe(false);
  });
  test("a forgotten channel is as new", () => {
    const { health, fail, isFree } = patient();
    fail("network");
    fail("auth");
    health.forget(1);
    expect([isFree(), health.states.modelCount]).toEqual([true, 0]);
  });
  test("what was sent before a channel was forgotten tells nobody anything of it", () => {
    const { health, send, isFree, incidents, told, clock } = patient();
    const [failing, breaking, other] = [send(), send(), send({ keyIndex: 1 })];
    health.forget(1);
    health.failed(failing, failureOf("network"), clock.nowMs);
    for (let count = 0; count < 2; count++) health.broke(breaking, failureOf("timeout"), clock.nowMs);
    health.succeeded(other, 100, clock.nowMs);
    for (const sent of [failing, breaking, other]) health.finished(sent, clock.nowMs);
    expect({ told, incidents, isFree: isFree() }).toEqual({ told: [], incidents: [], isFree: true });
  });
});

test("all keys are parked only when each of them is", () => {
  const { health, fail } = patient();
  fail("auth");
  expect(health.areAllKeysParked(CHANNEL)).toBe(false);
  fail("quota", { keyIndex: 1 });
  expect(health.areAllKeysParked(CHANNEL)).toBe(true);
});

test("the cost grows with latency and with what is under way", () => {
  const { health, pass, send, clock } = patient();
  expect(health.cost(CHANNEL, "m", clock.nowMs)).toBe(0);
  pass();
  expect(health.cost(CHANNEL, "m", clock.nowMs)).toBe(100);
  send();
  send();
  expect(health.cost(CHANNEL, "m", clock.nowMs)).toBe(300);
});
