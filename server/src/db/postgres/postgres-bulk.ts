import type { PoolClient, QueryConfig, QueryResult } from "pg";
import type { BulkStatement, BulkWork, Columns, CommitTime, FoundRow } from "../bulk.ts";

/** What may be durable soon does not wait for the server's disk; everybody sees it at once all the same. */
const BEGIN: Record<CommitTime, string> = { now: "begin", soon: "begin; set local synchronous_commit = off" };

/**
 * Runs bulk work on one client of a pipelining pool, in one transaction, a statement at a time, each over whole sets.
 * Only rows that the work asks for are waited for; what writes goes out behind the rest, the commit last, so that a
 * batch takes as many round trips as it has reads, and one.
 */
export async function runPostgresBulk<Result>(
  client: PoolClient,
  work: BulkWork<Result>,
  when: CommitTime,
): Promise<Result> {
  const answers: Promise<QueryResult<FoundRow>>[] = [];
  const send = (query: string | QueryConfig) => {
    const answer = client.query<FoundRow>(query);
    // Heard below, in order.
    answer.catch(() => {});
    answers.push(answer);
    return answer;
  };
  try {
    void send(BEGIN[when]);
    let step = work.next();
    while (!step.done) {
      const { text, values } = compile(step.value);
      // Named by its text, so that each node prepares it once.
      const answer = send({ name: nameOf(text), text, values });
      step = work.next(step.value.kind === "find" ? (await answer).rows : []);
    }
    void send("commit");
    // Each of them: the commit of a transaction that has failed is no error, but a rollback.
    await Promise.all(answers);
    return step.value;
  } catch (error) {
    const cause = await firstFailure(answers);
    await client.query("rollback").catch(() => {});
    throw cause ?? error;
  }
}

/** What failed first: the server refuses all that follows in the transaction with an error that says nothing. */
async function firstFailure(answers: readonly Promise<unknown>[]): Promise<unknown> {
  const failure = (await Promise.allSettled(answers)).find(({ status }) => status === "rejected");
  return failure?.status === "rejected" ? failure.reason : undefined;
}

const names = new Map<string, string>();
function nameOf(text: string): string {
  let name = names.get(text);
  if (!name) names.set(text, (name = `bulk${names.size}`));
  return name;
}

const quote = (name: string) => `"${name}"`;

function compile(statement: BulkStatement): { text: string; values: unknown[][] } {
  const table = quote(statement.table);
  switch (statement.kind) {
    case "find": {
      const columns = Object.keys(statement.columns).map(quote).join(", ");
      const key = quote(statement.key);
      // Rows are locked in key order, so that two nodes never wait for each other in a circle.
      const tail = statement.lock ? ` order by ${key} for update` : "";
      return {
        text: `select ${columns} from ${table} where ${key} = any($1::${statement.keyType}[])${tail}`,
        values: [[...statement.ids]],
      };
    }
    case "insert": {
      const columns = Object.keys(statement.columns).map(quote).join(", ");
      return {
        text: `insert into ${table} (${columns}) select * from ${unnest(statement.columns)}`,
        values: transpose(statement.columns, statement.rows),
      };
    }
    case "update": {
      const [key, ...others] = Object.keys(statement.columns);
      const sets = others.map((name) => `${quote(name)} = v.${quote(name)}`).join(", ");
      return {
        text: `update ${table} t set ${sets} from ${unnest(statement.columns)} v(${Object.keys(statement.columns).map(quote).join(", ")}) where t.${quote(key ?? "")} = v.${quote(key ?? "")}`,
        values: transpose(statement.columns, statement.rows),
      };
    }
    case "add": {
      const column = quote(statement.column);
      const key = quote(statement.key);
      return {
        // Locked in key order first: a join locks in the order of its plan, and two nodes could wait in a circle.
        text: `with locked as materialized (select ${key} as id from ${table} where ${key} = any($1::bigint[]) order by ${key} for update) update ${table} t set ${column} = t.${column} + v.delta from unnest($1::bigint[], $2::bigint[]) v(id, delta), locked where t.${key} = v.id and v.id = locked.id`,
        values: [statement.rows.map(([id]) => id), statement.rows.map(([, delta]) => delta)],
      };
    }
    case "delete":
      return {
        text: `delete from ${table} where ${quote(statement.key)} = any($1::${statement.keyType}[])`,
        values: [[...statement.ids]],
      };
  }
}

function unnest(columns: Columns): string {
  return `unnest(${Object.values(columns)
    .map((type, index) => `$${index + 1}::${type}[]`)
    .join(", ")})`;
}

function transpose(columns: Columns, rows: readonly (readonly unknown[])[]): unknown[][] {
  return Object.keys(columns).map((_, index) => rows.map((row) => row[index]));
}
