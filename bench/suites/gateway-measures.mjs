import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { bunBinary } from "../../scripts/lib/bun-binary.mjs";
import { capture } from "../../scripts/lib/child-process.mjs";
import { pinned } from "../lib/cores.mjs";
import { busyShare, coreTime, cpuMs, residentMb } from "../lib/process-figures.mjs";
import { runWrk } from "../load/wrk.mjs";

const STREAM_CLIENT = fileURLToPath(new URL("../stream-client.mjs", import.meta.url));
/** How long after the start a program counts as idle. */
const SETTLE_MS = 1000;

/** Requests with whole answers: throughput, latency, CPU and how busy the two cores were. */
export async function measureRequests({ subject, running, cores }, { connections, seconds }) {
  const before = moment(subject, running, cores);
  const wrk = await runWrk(subject.target(false), { connections, seconds, core: cores.load });
  const after = moment(subject, running, cores);
  return {
    ...wrk,
    cpuMsPerThousand: ((after.cpuMs - before.cpuMs) / wrk.requests) * 1000,
    companionCpuMsPerThousand: ((after.companionCpuMs - before.companionCpuMs) / wrk.requests) * 1000,
    gatewayCoreBusy: busyShare(before.gatewayCore, after.gatewayCore),
    /** Less than the line before by what others did on that core: interrupts, and programs that should not be there. */
    gatewayCoreOwn:
      (after.cpuMs - before.cpuMs) / Math.max(1, after.gatewayCore.allMs - before.gatewayCore.allMs),
    loadCoreBusy: busyShare(before.loadCore, after.loadCore),
  };
}

/** Streams that run to their end at the mock's pace: CPU for a thousand chunks and what a chunk waits. */
export async function measureStreams(
  { subject, running, cores, mock },
  { streams, chunks, paceMs, countMark, endMark },
) {
  await mock.setKnobs({ chunks, paceMs, firstMs: 0 });
  const before = moment(subject, running, cores);
  const figures = await runStreamClient(subject, cores, { streams, openMs: 200, countMark, endMark });
  const after = moment(subject, running, cores);
  return {
    ...figures,
    cpuMsPerThousandChunks: ((after.cpuMs - before.cpuMs) / Math.max(1, figures.chunks)) * 1000,
  };
}

/** A start of the program, its memory at rest and with many streams open, and whether it lets go of them. */
export async function measureStart({ subject, cores, mock }, { streams, holdMs }) {
  const running = await subject.start();
  try {
    await pause(SETTLE_MS);
    const idleMb = residentMb([running.pid]);
    await mock.setKnobs({ chunks: 1_000_000, paceMs: 500, firstMs: 0 });
    const openMs = streams * 2;
    const client = runStreamClient(subject, cores, { streams, openMs, holdMs });
    await pause(openMs + holdMs * 0.8);
    const { openStreams } = await mock.counters();
    const streamsMb = residentMb([running.pid]);
    const { failures } = await client;
    await pause(SETTLE_MS);
    const leftOpen = (await mock.counters()).openStreams;
    return { startMs: running.startMs, idleMb, streamsMb, openStreams, leftOpen, failures };
  } finally {
    await running.stop();
  }
}

/** Throws when the subject does not answer the benchmark's own request as the mock does. */
export async function checkAnswer(subject, expected = '"completion_tokens":30') {
  const { url, headers, body } = subject.target(false);
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body,
  });
  const text = await response.text();
  if (!response.ok || !text.includes(expected))
    throw new Error(`${subject.label} answered HTTP ${response.status}: ${text.slice(0, 300)}`);
}

async function runStreamClient(subject, cores, options) {
  const settings = JSON.stringify({ target: subject.target(true), ...options });
  const { command, args } = pinned(cores.load, bunBinary(), [STREAM_CLIENT, settings]);
  const { code, output } = await capture(command, args);
  if (code !== 0) throw new Error(`the stream client failed:\n${output.trim()}`);
  return JSON.parse(output);
}

function moment(subject, running, cores) {
  return {
    cpuMs: cpuMs([running.pid]),
    companionCpuMs: cpuMs(subject.companionPids()),
    gatewayCore: coreTime(cores.gateway),
    loadCore: coreTime(cores.load),
  };
}
