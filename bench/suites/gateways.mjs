import { startPostgresCluster } from "../lib/postgres-cluster.mjs";
import { residentMb } from "../lib/process-figures.mjs";
import { chatTarget, MODEL } from "../subjects/chat-request.mjs";
import { startMock } from "../subjects/mock-subject.mjs";
import { createBareProxy } from "../subjects/bare-proxy-subject.mjs";
import { createNginx } from "../subjects/nginx.mjs";
import { createPortkey } from "../subjects/portkey.mjs";
import { createTollgate } from "../subjects/tollgate.mjs";
import { checkAnswer, measureRequests, measureStart, measureStreams } from "./gateway-measures.mjs";

const FULL = {
  starts: { rounds: 3, streams: 1000, holdMs: 2500 },
  rounds: 5,
  warmUpSeconds: 3,
  /** Before each figure at full load: in a minute of rest runtimes drop compiled code, and systems drop pages. */
  rewarmSeconds: 1,
  busy: { connections: 64, seconds: 4 },
  quiet: { connections: 1, seconds: 2 },
  streams: { streams: 50, chunks: 200, paceMs: 10 },
};
const QUICK = {
  starts: { rounds: 1, streams: 100, holdMs: 600 },
  rounds: 1,
  warmUpSeconds: 1,
  rewarmSeconds: 1,
  busy: { connections: 64, seconds: 1 },
  quiet: { connections: 1, seconds: 1 },
  streams: { streams: 50, chunks: 40, paceMs: 10 },
};

/**
 * nginx twice, a bare proxy, Portkey and Tollgate in front of one mock, each alone on the gateway's core, measured in turns. Answers
 * `{ plan, subjects: [{ name, label, starts, rounds, afterMb }] }`; `direct` is the mock itself without a gateway.
 */
export async function runGateways({ cores, quick, log }) {
  const plan = quick ? QUICK : FULL;
  const mock = await startMock(cores.mock);
  const postgres = await startPostgresCluster(cores.database);
  const subjects = [
    await createNginx({ core: cores.gateway, mock, keepsConnections: true }),
    await createNginx({ core: cores.gateway, mock, keepsConnections: false }),
    await createBareProxy({ core: cores.gateway, mock }),
    await createPortkey({ core: cores.gateway, mock }),
    await createTollgate({ core: cores.gateway, mock }),
    await createTollgate({
      core: cores.gateway,
      mock,
      databaseUrl: await postgres.newDatabase(),
      companionPids: [postgres.pid],
    }),
  ].map((subject) => ({ subject, cores, mock, starts: [], rounds: [] }));
  await measureStarts(subjects, plan, log);
  const direct = { subject: directSubject(mock), running: mock, cores, mock, starts: [], rounds: [] };
  await measureRounds([direct, ...subjects], plan, log);
  await mock.stop();
  return {
    plan,
    subjects: [direct, ...subjects].map(({ subject, starts, rounds, afterMb }) => ({
      name: subject.name,
      label: subject.label,
      starts,
      rounds,
      afterMb,
    })),
  };
}

function directSubject(mock) {
  return {
    name: "direct",
    label: "the mock itself",
    target: (stream) => chatTarget(mock.url, { model: MODEL, stream }),
    companionPids: () => [],
  };
}

async function measureStarts(subjects, plan, log) {
  // The first start makes databases and accounts: it is not measured.
  for (const { subject } of subjects) await (await subject.start()).stop();
  for (let round = 0; round < plan.starts.rounds; round += 1) {
    for (const each of subjects) {
      const figures = await measureStart(each, plan.starts);
      each.starts.push(figures);
      log(
        `start ${round + 1}  ${each.subject.label.padEnd(22)} ${figures.startMs.toFixed(0)} ms, ${figures.idleMb.toFixed(0)} MB, ${figures.streamsMb.toFixed(0)} MB with ${figures.openStreams} streams`,
      );
    }
  }
}

async function measureRounds(subjects, plan, log) {
  for (const each of subjects) {
    each.running ??= await each.subject.start();
    await checkAnswer(each.subject);
    await measureRequests(each, { ...plan.busy, seconds: plan.warmUpSeconds });
  }
  for (let round = 0; round < plan.rounds; round += 1) {
    // Each round begins with another subject, so that a drift of the machine hits all alike.
    const first = round % subjects.length;
    for (const each of [...subjects.slice(first), ...subjects.slice(0, first)]) {
      await measureRequests(each, { ...plan.busy, seconds: plan.rewarmSeconds });
      const busy = await measureRequests(each, plan.busy);
      const quiet = await measureRequests(each, plan.quiet);
      const streams = await measureStreams(each, plan.streams);
      each.rounds.push({ round, busy, quiet, streams });
      log(
        `round ${round + 1}  ${each.subject.label.padEnd(22)} ${busy.requestsPerSecond.toFixed(0)} requests/s, gateway's core ${(busy.gatewayCoreBusy * 100).toFixed(0)} % busy`,
      );
    }
  }
  for (const each of subjects) {
    each.afterMb = residentMb([each.running.pid]);
    if (each.subject.name !== "direct") await each.running.stop();
  }
}
