import { startMock } from "../subjects/mock-subject.mjs";
import { addLaneChannels, LANE_DIALECTS, LANE_WORD, laneSubject } from "../subjects/lane-targets.mjs";
import { createTollgate } from "../subjects/tollgate.mjs";
import { checkAnswer, measureRequests, measureStreams } from "./gateway-measures.mjs";

const FULL = {
  rounds: 3,
  busy: { connections: 64, seconds: 2 },
  streams: { streams: 50, chunks: 200, paceMs: 10 },
};
const QUICK = {
  rounds: 1,
  busy: { connections: 64, seconds: 1 },
  streams: { streams: 20, chunks: 50, paceMs: 10 },
};

/**
 * A client of each dialect before an upstream of each: where both are the same, bytes pass; elsewhere they are
 * translated. The pairs are measured in turns, so that a ratio is taken within a round. Answers
 * `{ plan, dialects, pairs: [{ client, upstream, rounds: [{ requests, chunks, perSecond }] }] }`, the first two in CPU ms
 * of the gateway for 1,000.
 */
export async function runLanes({ cores, quick, log }) {
  const plan = quick ? QUICK : FULL;
  const mock = await startMock(cores.mock);
  const gateway = await createTollgate({ core: cores.gateway, mock });
  const running = await gateway.start();
  await addLaneChannels(gateway, mock);
  const pairs = LANE_DIALECTS.flatMap((client) =>
    LANE_DIALECTS.map((upstream) => ({
      client,
      upstream,
      measured: { subject: laneSubject(gateway, client, upstream), running, cores, mock },
      rounds: [],
    })),
  );
  for (const { measured } of pairs) await warmUp(measured);
  for (let round = 0; round < plan.rounds; round += 1)
    for (const pair of pairs) {
      const figures = await measurePair(pair, plan);
      pair.rounds.push(figures);
      log(
        `round ${round + 1}  ${pair.measured.subject.label.padEnd(38)} ${figures.requests.toFixed(0)} ms for 1,000 requests, ${figures.chunks.toFixed(0)} for 1,000 chunks`,
      );
    }
  await running.stop();
  await mock.stop();
  return {
    plan,
    dialects: LANE_DIALECTS.map(({ name }) => name),
    pairs: pairs.map(({ client, upstream, rounds }) => ({
      client: client.name,
      upstream: upstream.name,
      rounds,
    })),
  };
}

async function warmUp(measured) {
  await checkAnswer(measured.subject, "word word");
  await measureRequests(measured, { connections: 64, seconds: 1 });
}

async function measurePair({ client, measured }, { busy, streams }) {
  const requests = await measureRequests(measured, busy);
  const counted = { countMark: LANE_WORD, endMark: client.endMark };
  const streamed = await measureStreams(measured, { ...streams, ...counted });
  if (streamed.failed > 0 || streamed.chunks < streams.streams * streams.chunks)
    throw new Error(`${measured.subject.label}: ${JSON.stringify(streamed)}`);
  return {
    requests: requests.cpuMsPerThousand,
    perSecond: requests.requestsPerSecond,
    chunks: streamed.cpuMsPerThousandChunks,
  };
}
