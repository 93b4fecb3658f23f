import { readdirSync, readFileSync } from "node:fs";

/** Linux reports CPU time in ticks of 10 ms. */
const MS_PER_TICK = 10;
const KB_PER_MB = 1024;

/** CPU time in ms that the processes and all their descendants have used, ended children included. */
export function cpuMs(pids) {
  return sum(tree(pids), (pid) => sum(cpuFields(pid), (ms) => ms));
}

/** CPU time in ms of one process, split into its own code and the kernel's work for it. */
export function cpuParts(pid) {
  const [userMs, systemMs] = cpuFields(pid);
  return { userMs, systemMs };
}

/** User, system, and the two of ended children: fields 14 to 17, counted after the name, which may hold spaces. */
function cpuFields(pid) {
  const fields = procFile(pid, "stat")
    .replace(/^.*\) /s, "")
    .split(" ");
  return fields.slice(11, 15).map((ticks) => Number(ticks) * MS_PER_TICK);
}

/** Resident memory in MB of the processes and all their descendants. Pages that they share count in each. */
export function residentMb(pids) {
  return sum(
    tree(pids),
    (pid) => Number(/VmRSS:\s+(\d+)/.exec(procFile(pid, "status"))?.[1] ?? 0) / KB_PER_MB,
  );
}

/** A moment of one core: ms busy (interrupts included, stolen time not) and in all. */
export function coreTime(core) {
  const line = readFileSync("/proc/stat", "utf8")
    .split("\n")
    .find((text) => text.startsWith(`cpu${core} `));
  const [user, nice, system, idle, wait, hardware, software, stolen] = line.split(/\s+/).slice(1).map(Number);
  const busy = user + nice + system + hardware + software;
  return { busyMs: busy * MS_PER_TICK, allMs: (busy + idle + wait + stolen) * MS_PER_TICK };
}

/** Share of the time between two moments that the core was busy, 0 to 1. */
export function busyShare(before, after) {
  return (after.busyMs - before.busyMs) / Math.max(1, after.allMs - before.allMs);
}

function tree(pids) {
  const children = new Map();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const parent = /\) \S (\d+)/.exec(procFile(name, "stat"))?.[1];
    if (parent) children.set(Number(parent), [...(children.get(Number(parent)) ?? []), Number(name)]);
  }
  const found = [];
  const visit = (pid) => {
    found.push(pid);
    for (const child of children.get(pid) ?? []) visit(child);
  };
  for (const pid of pids) visit(pid);
  return found;
}

/** Empty when the process has ended meanwhile. */
function procFile(pid, name) {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch {
    return "";
  }
}

function sum(items, value) {
  return items.reduce((total, item) => total + (value(item) || 0), 0);
}
