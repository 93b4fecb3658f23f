import { setRuntimeLimits } from "./process-limits.ts";

/** A program that opens many connections at once to the address it is given, as a busy gateway does. */
const [address = "", count = "0"] = process.argv.slice(2);
const { pid } = process;
setRuntimeLimits();
const answers = await Promise.all(
  Array.from({ length: Number(count) }, async () => (await fetch(address)).text()),
);
process.stdout.write(
  JSON.stringify({ pid, answers: answers.length, purgeDelay: process.env["MIMALLOC_PURGE_DELAY"] }),
);
