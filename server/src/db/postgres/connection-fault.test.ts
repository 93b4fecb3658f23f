import { describe, expect, test } from "bun:test";
import { DatabaseAwayError } from "../database-away.ts";
import { toldFault } from "./connection-fault.ts";

const withCode = (code: string, message = "no") => Object.assign(new Error(message), { code });
const named = (errors: readonly Error[]) =>
  errors.map((error) => [`${Object(error).code ?? ""} ${error.message}`, error] as const);

describe("a database is away", () => {
  const errors = [
    withCode("ECONNREFUSED"),
    withCode("ENOTFOUND"),
    withCode("08006"),
    withCode("57P01", "terminating connection due to administrator command"),
    withCode("57P03", "the database system is starting up"),
    withCode("53300", "sorry, too many clients already"),
    new Error("Connection terminated unexpectedly"),
    new Error("Connection terminated due to connection timeout"),
    new Error("Client has encountered a connection error and is not queryable"),
    new Error("timeout exceeded when trying to connect"),
    new AggregateError([withCode("ECONNREFUSED", "connect ECONNREFUSED ::1:5432")]),
  ];
  test.each(named(errors))("that says %s", (_, error) => {
    for (const during of ["connecting", "asking"] as const) {
      const told = toldFault(error, during);
      expect(told).toBeInstanceOf(DatabaseAwayError);
      expect(told).toMatchObject({ cause: error, mayHaveHappened: during === "asking" });
    }
  });
});

describe("a database is there", () => {
  const errors = [
    withCode("23505", "duplicate key value"),
    withCode("57014", "canceling statement due to statement timeout"),
    withCode("40P01", "deadlock detected"),
    withCode("28P01", "password authentication failed"),
    withCode("SQLITE_BUSY", "database is locked"),
    withCode("SQLITE_FULL", "database or disk is full"),
    withCode("SQLITE_READONLY", "attempt to write a readonly database"),
    new Error("Cannot use a pool after calling end on the pool"),
    new RangeError("the database holds 9007199254740993, outside the safe range"),
  ];
  test.each(named(errors))("that says %s", (_, error) => {
    expect(toldFault(error, "asking")).toBe(error);
  });
});
