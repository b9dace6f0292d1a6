import { setTimeout as sleep } from 'node:timers/promises';
import type { ClickHouse } from '@tidemark/clickhouse';
import { createClickHouse } from '@tidemark/clickhouse';
import { createLogger } from '@tidemark/platform';
import { median } from '../median';
import { PERSONAL_API_KEY, startBenchStack } from '../stack';

const CHUNK = 250_000;
const LISTEN_SECONDS = 10;
const FRESH_PER_SECOND = 200;
const INSERTS = 40;
const ROWS_OF_INSERT = 5_000;
const INDEX_NAME = 'inserted_at_range';
const INDEX = `${INDEX_NAME} inserted_at TYPE minmax GRANULARITY 1`;
/** The maximum of the live feed: new events are found in new parts. */
const MAX_ROWS_PER_LOOK = 100_000;

/**
 * What a look for live events reads over a day of events, and what an index on `inserted_at` would change: fewer rows of
 * a look, slower inserts (docs/decisions/0211).
 */
export async function benchLive(events: number): Promise<void> {
  const stack = await startBenchStack();
  const logger = createLogger('bench', 'warn');
  const clickhouse = createClickHouse({ url: stack.urls.clickhouse, logger });
  try {
    for (let from = 0; from < events; from += CHUNK) {
      await insert(clickhouse, { from, rows: Math.min(CHUNK, events - from), age: 3_600 });
    }
    const inserts = await insertMs(clickhouse);
    const api = await stack.startService('api');
    const plain = await rowsOfLook(clickhouse, api.url, events);
    await clickhouse.command(`ALTER TABLE events ADD INDEX ${INDEX}`);
    await clickhouse.command(`ALTER TABLE events MATERIALIZE INDEX ${INDEX_NAME}`, {
      settings: { mutations_sync: 2 },
    });
    const indexed = await rowsOfLook(clickhouse, api.url, events);
    const isReached = plain <= MAX_ROWS_PER_LOOK ? 'reached' : 'MISSED';
    console.log(`live: a look over ${events.toLocaleString('en')} events of a day`);
    console.log(
      `  rows read per look: ${words(plain)} (bound ${words(MAX_ROWS_PER_LOOK)}, ${isReached}); with an index ${words(indexed)}`,
    );
    console.log(
      `  insert of ${words(ROWS_OF_INSERT)} events, median of ${INSERTS}: ${inserts.plain.toFixed(1)} ms; with an index ${inserts.indexed.toFixed(1)} ms`,
    );
  } finally {
    await clickhouse.close();
    await stack.stop();
  }
}

/** Rows that one poll of the api reads while a client listens and events arrive. */
async function rowsOfLook(clickhouse: ClickHouse, url: string, offset: number): Promise<number> {
  const leaving = new AbortController();
  const stream = await fetch(`${url}/api/projects/1/events/live/`, {
    headers: { authorization: `Bearer ${PERSONAL_API_KEY}` },
    signal: leaving.signal,
  });
  if (stream.status !== 200) throw new Error(`events/live/ responded with ${stream.status}`);
  const reader = stream.body?.getReader();
  await reader?.read();
  const [rowsBefore, looksBefore] = [await selectedRows(clickhouse), await looks(url)];
  for (let second = 0; second < LISTEN_SECONDS; second += 1) {
    const from = offset + second * FRESH_PER_SECOND;
    await insert(clickhouse, { from, rows: FRESH_PER_SECOND, age: 0 });
    await sleep(1_000);
  }
  const [rows, count] = [await selectedRows(clickhouse), await looks(url)];
  leaving.abort();
  return Math.round((rows - rowsBefore) / (count - looksBefore));
}

/** Medians of inserts into `events` and into a copy of it with an index, in turn. */
async function insertMs(
  clickhouse: ClickHouse,
): Promise<{ readonly plain: number; readonly indexed: number }> {
  const copy = 'events_with_index';
  await clickhouse.command(`CREATE TABLE ${copy} AS events`);
  await clickhouse.command(`ALTER TABLE ${copy} ADD INDEX ${INDEX}`);
  const times: Record<string, number[]> = { events: [], [copy]: [] };
  for (let at = 0; at < INSERTS; at += 1) {
    for (const [table, taken] of Object.entries(times)) {
      const before = performance.now();
      await insert(clickhouse, { from: at * ROWS_OF_INSERT, rows: ROWS_OF_INSERT, age: 60 }, table);
      taken.push(performance.now() - before);
    }
  }
  return { plain: median(times['events'] ?? []), indexed: median(times[copy] ?? []) };
}

/** Events of project 1 over the last 20 hours, in the engine; `age`: seconds since they were stored. */
function insert(
  clickhouse: ClickHouse,
  { from, rows, age }: { readonly from: number; readonly rows: number; readonly age: number },
  table = 'events',
): Promise<unknown> {
  return clickhouse.command(`
    INSERT INTO ${table} (uuid, event, properties_text, timestamp, team_id, distinct_id, created_at, person_id, person_created_at, person_properties, inserted_at)
    SELECT generateUUIDv4(), ['$pageview', 'sign up', 'purchase', '$autocapture'][1 + n % 4],
      concat('{"$browser":"', ['Chrome', 'Firefox', 'Safari'][1 + n % 3], '","amount":', toString(n % 1000), '}'),
      now64(6) - toIntervalSecond(${age === 0 ? 0 : 'cityHash64(n) % 72000'}), 1, concat('user-', toString(n % 20000)),
      now64(6), reinterpretAsUUID(sipHash128(n % 20000)), now64(3), '{}', now64(6) - toIntervalSecond(${age})
    FROM (SELECT number + ${from} AS n FROM numbers(${rows}))`);
}

async function selectedRows(clickhouse: ClickHouse): Promise<number> {
  const { rows } = await clickhouse.query<[number | string]>({
    name: 'bench',
    sql: "SELECT value FROM system.events WHERE event = 'SelectedRows'",
  });
  return Number(rows[0]?.[0] ?? 0);
}

async function looks(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^live_event_look_seconds_count(?:\{[^}]*\})? (\S+)$/m.exec(text)?.[1] ?? 0);
}

function words(value: number): string {
  return value.toLocaleString('en');
}
