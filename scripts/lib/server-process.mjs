import { endOf, start } from "./child-process.mjs";

/**
 * Runs the server in this process's place: its output, its arguments, its end. A signal goes on to the server, which
 * drains; this process then ends with the server's code.
 */
export async function runServer(command, args) {
  const server = start(command, args);
  for (const signal of ["SIGTERM", "SIGHUP", "SIGINT"]) {
    process.on(signal, () => {
      // A terminal sends Ctrl-C to every process in the foreground itself.
      if (signal !== "SIGINT" || !process.stdin.isTTY) server.kill(signal);
    });
  }
  process.exit(await endOf(server));
}
