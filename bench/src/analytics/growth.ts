import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { createClickHouse } from '@tidemark/clickhouse';
import type { ClickHouse } from '@tidemark/clickhouse';
import { createLogger } from '@tidemark/platform';
import { median } from '../median';
import { PERSONAL_API_KEY, startBenchStack } from '../stack';
import type { GrowthCase } from './growth-cases';
import { DASHBOARD, GROWTH_CASES } from './growth-cases';
import { peakMemory } from './peak-memory';
import { mergeParts, seedEvents, seedPersons } from './seed';
import { seedValueKinds } from './seed-value-kinds';

const ROUNDS = 3;
const MAX_MEMORY_BYTES = 1.5 * 1024 ** 3;
/** A case is marked if it reads more than this many times the expected rows. */
const TOLERANCE = 1.2;
/** The api writes its query log in batches, so the entry of a query is read repeatedly until it exists. */
const LOG_TRIES = 50;
const LOG_PAUSE_MS = 200;

/** The cost of one query at one size of the table. */
interface Cost {
  readonly ms: number;
  readonly rowsRead: number;
  readonly bytesRead: number;
  readonly peakBytes: number;
}

/**
 * Measures how the cost of queries grows with the number of events: time, rows and bytes read, and memory at each size.
 * Each ratio compares a size with the size before it.
 *
 * @param sizes numbers of events, ascending
 * @param only runs the cases whose name contains this text; an empty one runs all
 */
export async function benchGrowth(sizes: readonly number[], only: string): Promise<void> {
  const stack = await startBenchStack();
  const clickhouse = createClickHouse({
    url: stack.urls.clickhouse,
    logger: createLogger('bench', 'warn'),
  });
  try {
    await seedValueKinds(stack.urls.postgres);
    await seedPersons(clickhouse);
    const api = await stack.startService('api', {
      QUERY_MAX_MEMORY_BYTES: String(MAX_MEMORY_BYTES),
    });
    const before = new Map<string, Cost>();
    let stored = 0;
    for (const size of sizes) {
      const seconds = await elapsed(async () => {
        await seedEvents(clickhouse, { from: stored, to: size, hasTwin: false });
        await mergeParts(clickhouse, ['events']);
      });
      console.log(`growth: ${size} events, stored in ${(seconds / 1000).toFixed(0)} s`);
      const person = await anyPerson(clickhouse);
      for (const one of GROWTH_CASES.filter(({ name }) => name.includes(only))) {
        const cost = await costOf(clickhouse, api.url, one, person);
        console.log(
          `  ${lineOf(one, cost, before.get(one.name), stored === 0 ? 1 : size / stored)}`,
        );
        before.set(one.name, cost);
      }
      if ('dashboard'.includes(only)) await measureDashboard(api.url);
      stored = size;
    }
  } finally {
    await clickhouse.close();
    await stack.stop();
  }
}

async function costOf(
  clickhouse: ClickHouse,
  apiUrl: string,
  { query }: GrowthCase,
  person: string,
): Promise<Cost> {
  const body = JSON.parse(JSON.stringify(query).replace('{person}', person)) as object;
  const peakBytes = await peakMemory(clickhouse, async () => void (await ask(apiUrl, body)));
  const times: number[] = [];
  let id = '';
  for (let round = 0; round < ROUNDS; round++) {
    times.push(
      await elapsed(async () => {
        id = await ask(apiUrl, body);
      }),
    );
  }
  return { ms: median(times), peakBytes, ...(await readBy(clickhouse, id)) };
}

/** The rows and bytes that a query read, from the api's query log. */
async function readBy(
  clickhouse: ClickHouse,
  queryId: string,
): Promise<Pick<Cost, 'rowsRead' | 'bytesRead'>> {
  for (let tries = 1; tries <= LOG_TRIES; tries++) {
    const { rows } = await clickhouse.query<[string | number, string | number]>({
      name: 'read_by',
      sql: `SELECT read_rows, read_bytes FROM query_log WHERE team_id = 1 AND query_id = '${queryId}'`,
    });
    const [row] = rows;
    if (row !== undefined) return { rowsRead: Number(row[0]), bytesRead: Number(row[1]) };
    await pause(LOG_PAUSE_MS);
  }
  throw new Error(`The query ${queryId} is missing in the log of queries`);
}

function lineOf(one: GrowthCase, cost: Cost, before: Cost | undefined, factor: number): string {
  const { ms, rowsRead, bytesRead, peakBytes } = cost;
  const amounts = `${ms.toFixed(0)} ms, ${(rowsRead / 1e6).toFixed(2)} million rows, ${megabytes(bytesRead)} read, peak ${megabytes(peakBytes)}`;
  if (before === undefined) return `${one.name}: ${amounts}`;
  const rows = rowsRead / before.rowsRead;
  const most = one.reads === 'rows' ? factor * TOLERANCE : TOLERANCE;
  const mark = rows > most ? `; READS MORE than ${most.toFixed(1)} times` : '';
  return `${one.name}: ${amounts}; times the smaller table's: time ${(ms / before.ms).toFixed(1)}, rows ${rows.toFixed(1)} of ${factor.toFixed(1)}${mark}`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 ** 2).toFixed(0)} MB`;
}

/** Measures all tiles requested at the same time: first computed, then as stored results. */
async function measureDashboard(apiUrl: string): Promise<void> {
  const load = (refresh: string): Promise<number> =>
    elapsed(() => Promise.all(DASHBOARD.map((tile) => ask(apiUrl, tile, refresh))));
  const cold = await load('force_blocking');
  const warm = await load('blocking');
  console.log(
    `  dashboard of ${DASHBOARD.length} tiles: computed ${cold.toFixed(0)} ms, stored ${warm.toFixed(0)} ms`,
  );
}

async function anyPerson(clickhouse: ClickHouse): Promise<string> {
  const { rows } = await clickhouse.query<[string]>({
    name: 'a_person',
    sql: "SELECT toString(person_id) FROM events WHERE team_id = 1 AND distinct_id = 'user-77777' LIMIT 1",
  });
  return rows[0]?.[0] ?? '';
}

/** Sends a query and returns its id. */
async function ask(apiUrl: string, query: object, refresh = 'force_blocking'): Promise<string> {
  const id = randomUUID();
  const response = await fetch(`${apiUrl}/api/projects/1/query/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${PERSONAL_API_KEY}` },
    body: JSON.stringify({ query, refresh, client_query_id: id }),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${response.status}: ${text}`);
  const { results } = JSON.parse(text) as { readonly results?: unknown };
  // An empty result would be measured as a fast one.
  if (!Array.isArray(results) || results.length === 0) throw new Error(`No results: ${text}`);
  return id;
}

async function elapsed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
