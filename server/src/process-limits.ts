const VARIABLE = "BUN_CONFIG_MAX_HTTP_REQUESTS";
/** The most that the runtime takes. */
const MOST = "65535";

/**
 * The runtime opens at most 256 outgoing connections unless this variable says otherwise, and reads it before any
 * code of ours runs. So the process replaces itself once, keeping its number, by itself with the variable set; the
 * 257th running call would otherwise wait for one of the others to end. Where a process cannot replace itself
 * (Windows) the limit stays, unless the operator sets the variable.
 */
export function raiseConnectionLimit(): void {
  if (process.env[VARIABLE] !== undefined || process.execve === undefined || process.platform === "win32")
    return;
  // In a compiled executable the second argument names the program inside it, which is no argument to repeat.
  const own = Bun.isStandaloneExecutable ? process.argv.slice(2) : process.argv.slice(1);
  const environment = Object.entries({ ...process.env, [VARIABLE]: MOST });
  process.execve(
    process.execPath,
    [process.execPath, ...process.execArgv, ...own],
    Object.fromEntries(environment.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
  );
}
