import { existsSync, readFileSync } from "node:fs";
import { capture } from "./child-process.mjs";

/**
 * Makes the programs present, by apt-get where this is root on Debian or a relative of it. `needs` is a list of
 * `{ name, package, isPresent }`. Answers whether all are there; says exactly what is missing when not.
 */
export async function ensurePrograms(needs) {
  const missing = needs.filter((need) => !need.isPresent());
  if (missing.length === 0) return true;
  const packages = missing.map((need) => need.package);
  if (!canInstall()) {
    console.error(`Missing: ${missing.map((need) => need.name).join(", ")}.`);
    console.error(`On Debian or Ubuntu:  sudo apt-get install ${packages.join(" ")}`);
    return false;
  }
  console.log(`Installing ${packages.join(", ")} …`);
  for (const args of [
    ["update", "-qq"],
    ["install", "-y", "-qq", "--no-install-recommends", ...packages],
  ]) {
    const { code, output } = await capture("apt-get", ["-o", "Acquire::Retries=3", ...args], {
      // The run level keeps Debian's scripts from starting the services that they install: tests start their own.
      env: { DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" },
    });
    if (code === 0) continue;
    console.error(`${output.trim()}\n\napt-get ${args[0]} failed. The lines above are its own.`);
    return false;
  }
  const absent = needs.filter((need) => !need.isPresent());
  for (const need of absent)
    console.error(`${need.name} is still missing after installing the package ${need.package}.`);
  return absent.length === 0;
}

function canInstall() {
  const release = existsSync("/etc/os-release") ? readFileSync("/etc/os-release", "utf8") : "";
  return process.getuid?.() === 0 && /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(release);
}
