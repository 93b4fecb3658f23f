import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { start, stop } from "./child-process.mjs";
import { atEnd } from "./clean-up.mjs";
import { freePort } from "./free-port.mjs";
import { temporaryFolder } from "./temporary-folder.mjs";
import { waitForPort } from "./wait-for-port.mjs";

/** The Redis server's program, or nothing when it is not installed. */
export function redisProgram() {
  return (process.env.PATH ?? "")
    .split(delimiter)
    .map((folder) => join(folder, "redis-server"))
    .find((path) => existsSync(path));
}

/** Starts a private Redis that keeps nothing, on a free port; answers its address. Gone when this process ends. */
export async function startRedis() {
  const port = await freePort();
  const folder = temporaryFolder("redis");
  const settings = [
    "--port",
    `${port}`,
    "--bind",
    "127.0.0.1",
    "--save",
    "",
    "--appendonly",
    "no",
    "--dir",
    folder,
  ];
  const server = start(redisProgram(), settings, { cwd: folder, stdio: ["ignore", "ignore", "ignore"] });
  atEnd(() => stop(server));
  await waitForPort(port, server, "Redis");
  return `redis://127.0.0.1:${port}`;
}
