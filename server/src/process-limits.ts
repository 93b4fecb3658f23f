/** What the runtime reads before any code of ours runs; an operator's own value stays. */
const VARIABLES: Readonly<Record<string, string>> = {
  /** It opens at most 256 outgoing connections unless this says otherwise: the 257th would wait for one to end. */
  BUN_CONFIG_MAX_HTTP_REQUESTS: "65535",
  /**
   * Milliseconds until freed memory goes back to the system. At the usual 10 a busy gateway gives back between two
   * collections what it takes again after the next, and the faults cost 3 % of its time.
   */
  MIMALLOC_PURGE_DELAY: "5000",
};

/**
 * The process replaces itself once, keeping its number, by itself with these variables set. Where a process cannot
 * (Windows) the runtime's own values stay, unless the operator sets them.
 */
export function setRuntimeLimits(): void {
  const missing = Object.keys(VARIABLES).filter((name) => process.env[name] === undefined);
  if (missing.length === 0 || process.execve === undefined || process.platform === "win32") return;
  // In a compiled executable the second argument names the program inside it, which is no argument to repeat.
  const own = Bun.isStandaloneExecutable ? process.argv.slice(2) : process.argv.slice(1);
  const environment = Object.entries({ ...VARIABLES, ...process.env });
  process.execve(
    process.execPath,
    [process.execPath, ...process.execArgv, ...own],
    Object.fromEntries(environment.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
  );
}
