import { expect, test } from "bun:test";
import { createLogger } from "./logger.ts";
import type { LogLevel } from "./logger.ts";

function linesAt(level: LogLevel) {
  const lines: string[] = [];
  const logger = createLogger({
    level,
    clock: { nowMs: () => 0 },
    write: (line) => lines.push(line),
    redact: (line) => line.replaceAll("hunter2", "[redacted]"),
  });
  return { lines, logger };
}

test("an event is one line with its fields", () => {
  const { lines, logger } = linesAt("info");
  logger.warn("two\n  lines", { path: "/api/x", text: "with space", count: 3, absent: undefined });
  expect(lines).toEqual(['1970-01-01T00:00:00.000Z WARN two lines path=/api/x text="with space" count=3']);
});

test("lines below the level are not written", () => {
  const { lines, logger } = linesAt("warn");
  logger.debug("a");
  logger.info("b");
  logger.error("c");
  expect(lines).toHaveLength(1);
});

test("an error is written with its stack on the same line", () => {
  const { lines, logger } = linesAt("info");
  logger.error("failed", { error: new TypeError("broken") });
  expect(lines[0]).toContain('error="TypeError: broken\\n');
  expect(lines[0]).not.toContain("\n");
});

test("every line passes the redaction", () => {
  const { lines, logger } = linesAt("info");
  logger.info("password is hunter2", { given: "hunter2" });
  expect(lines[0]).toEndWith("INFO password is [redacted] given=[redacted]");
});
