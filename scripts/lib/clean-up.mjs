import { stopChildren } from "./child-process.mjs";

const tasks = [];
let cleaning;

/** Registers what must be undone however this process ends, an interrupt included. Latest first. */
export function atEnd(task) {
  tasks.unshift(task);
}

/** Whether this process is on its way out, so that programs which end now end as they should. */
export function isEnding() {
  return cleaning !== undefined;
}

/** Runs what was registered, once; later calls wait for the same run. */
export function cleanUp() {
  cleaning ??= (async () => {
    for (const task of tasks) await new Promise((resolve) => resolve(task())).catch(console.error);
    await stopChildren();
  })();
  return cleaning;
}

/** Makes an interrupt clean up and end the process with the usual code for the signal. */
export function cleanUpOnSignals() {
  for (const [signal, code] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ])
    process.on(signal, () => void cleanUp().then(() => process.exit(code)));
}
