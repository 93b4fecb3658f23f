/**
 * Writes log rows straight into a Tollgate's SQLite file while the server is stopped, run by Bun:
 *
 *   bun fill-logs.mjs FILE ROWS
 *
 * The rows look like a year of a small shop: 50 users, 20 models, 4 channels, one row in four a stream.
 */
import { Database } from "bun:sqlite";
import { openSqlite } from "../server/src/db/sqlite/sqlite-database.ts";
import { sealLogSegments } from "../server/src/resources/logs/log-segment-store.ts";

const [file, rows] = process.argv.slice(2);
const YEAR_SECONDS = 31_536_000;
const OTHER = JSON.stringify({
  model_ratio: 0.075,
  completion_ratio: 4,
  group_ratio: 1,
  model_price: -1,
  frt: 412,
  request_path: "/v1/chat/completions",
  stream_status: { end_reason: "done" },
  admin_info: { use_channel: [1], attempts: [{ channel_id: 1, duration_ms: 1834 }] },
});

const database = new Database(file, { readwrite: true });
database.run("pragma journal_mode = wal");
database.run("pragma synchronous = off");
database.run("pragma cache_size = -262144");
database
  .query(
    `with recursive row(n) as (select 1 union all select n + 1 from row where n < $rows)
     insert into logs (created_at, type, user_id, username, channel_id, token_id, token_name, model_name, "group",
       is_stream, use_time, prompt_tokens, completion_tokens, quota, content, ip, request_id, other)
     select $now - $year + n * $year / $rows, 2, 100 + n % 50, 'user' || (n % 50), 1 + n % 4, 1000 + n % 200,
       'token ' || (n % 200), 'model-' || (n % 20), case n % 5 when 0 then 'vip' else 'default' end, n % 4 = 0, n % 9,
       20 + n % 3000, 10 + n % 700, 11 + n % 5000, '', '10.0.0.' || (n % 250), 'fill' || printf('%028d', n), $other
     from row`,
  )
  .run({ $rows: Number(rows), $now: Math.floor(Date.now() / 1000), $year: YEAR_SECONDS, $other: OTHER });
database.run("pragma wal_checkpoint(truncate)");
database.close();
// In order by user, as a year of a running gateway has left it.
const log = openSqlite(file);
await sealLogSegments(log);
await log.close();
