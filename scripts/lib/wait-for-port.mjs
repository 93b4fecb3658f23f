import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

const RETRY_MS = 25;

/**
 * Resolves when something accepts connections on the port. Throws when the program meant to do so ends first, or
 * after `timeoutMs`.
 */
export async function waitForPort(port, child, name, timeoutMs = 30_000) {
  const giveUpAtMs = Date.now() + timeoutMs;
  let failure;
  child.once("error", (error) => (failure = error.message));
  while (!(await accepts(port))) {
    failure ??=
      child.exitCode === null && child.signalCode === null
        ? undefined
        : `ended with ${child.exitCode ?? child.signalCode}`;
    if (failure) throw new Error(`${name} did not start: ${failure}`);
    if (Date.now() > giveUpAtMs) throw new Error(`${name} did not start within ${timeoutMs / 1000} s`);
    await pause(RETRY_MS);
  }
}

function accepts(port) {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    const answer = (open) => {
      socket.destroy();
      resolve(open);
    };
    socket.once("connect", () => answer(true)).once("error", () => answer(false));
  });
}
