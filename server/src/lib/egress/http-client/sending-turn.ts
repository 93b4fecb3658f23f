/**
 * Gathers what is to be sent in one turn of the event loop and sends it at the turn's end, one right after the other.
 * A write wakes whoever reads at its other end, which costs both more than the writing; the next write that follows at
 * once finds them awake. With 64 calls under way this takes a tenth off the processor's time of a call; with one, the
 * turn ends at once.
 */

/** In a turn that asks for more and more, what has waited this long goes out with the next. */
const WAIT_MAX_MS = 1;

export interface Sender {
  /** Called once, soon. */
  send(): void;
}

let waiting: Sender[] = [];
let waitingSinceMs = 0;

export function sendInTurn(sender: Sender): void {
  waiting.push(sender);
  if (waiting.length === 1) {
    waitingSinceMs = performance.now();
    setImmediate(sendWaiting);
  } else if (performance.now() - waitingSinceMs > WAIT_MAX_MS) sendWaiting();
}

/** What was sent early leaves nothing for the end of its turn, or starts the next one's before it. */
function sendWaiting(): void {
  const senders = waiting;
  waiting = [];
  for (const sender of senders) sender.send();
}
