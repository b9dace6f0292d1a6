import { createClickHouse } from '@tidemark/clickhouse';
import type { ClickHouse } from '@tidemark/clickhouse';
import { createLogger } from '@tidemark/platform';
import { median } from '../median';
import { PERSONAL_API_KEY, startBenchStack } from '../stack';
import type { AnalyticsCase } from './case';
import { experimentCases, seedExperiment } from './experiments';
import { HOGQL_CASES } from './hogql-cases';
import { INSIGHT_CASES } from './insight-cases';
import { peakMemory } from './peak-memory';
import { seedAnalytics } from './seed';
import { seedValueKinds } from './seed-value-kinds';

const ROUNDS = 7;
/** The memory limit of a query in ClickHouse. */
const MAX_MEMORY_BYTES = 1.5 * 1024 ** 3;

/**
 * Measures HogQL queries and insights through the API, the best handwritten SQL on the same tables, and the same
 * queries on properties that are stored as text. The three alternate; the medians are printed.
 *
 * @param only runs the cases whose name contains this text; an empty one runs all
 */
export async function benchAnalytics(events: number, only: string): Promise<void> {
  const stack = await startBenchStack();
  const clickhouse = createClickHouse({
    url: stack.urls.clickhouse,
    logger: createLogger('bench', 'warn'),
  });
  try {
    await seedValueKinds(stack.urls.postgres);
    const seconds = (await millis(() => seedAnalytics(clickhouse, events))) / 1000;
    console.log(`analytics: ${events} events stored in ${seconds.toFixed(0)} s, twice`);
    const api = await stack.startService('api', {
      QUERY_MAX_MEMORY_BYTES: String(MAX_MEMORY_BYTES),
    });
    const person = await anyPerson(clickhouse);
    const run = async (one: AnalyticsCase): Promise<void> => {
      if (!one.name.includes(only)) return;
      const body = JSON.stringify({ query: one.query, refresh: 'force_blocking' });
      await measure(clickhouse, one, () => ask(api.url, body.replace('{person}', person)));
    };
    for (const one of [...HOGQL_CASES, ...INSIGHT_CASES]) await run(one);
    const experiment = await seedExperiment(clickhouse, api.url);
    for (const one of experimentCases(experiment)) await run(one);
  } finally {
    await clickhouse.close();
    await stack.stop();
  }
}

async function measure(
  clickhouse: ClickHouse,
  one: AnalyticsCase,
  tidemark: () => Promise<void>,
): Promise<void> {
  const { best, asText } = one;
  const run = (sql: string) => () => clickhouse.query({ name: 'floor', sql });
  const ours: number[] = [];
  const bests: number[] = [];
  const texts: number[] = [];
  // Memory is measured in separate runs, because its queries take time of ClickHouse.
  const peaks = [await peakMemory(clickhouse, tidemark), await peakMemory(clickhouse, tidemark)];
  for (let round = 0; round < ROUNDS; round++) {
    if (best !== undefined) bests.push(await millis(run(best)));
    ours.push(await millis(tidemark));
    if (asText !== undefined) texts.push(await millis(run(asText)));
  }
  const own = median(ours);
  console.log(`analytics: ${one.name}: ${own.toFixed(0)} ms${target('≤', one.within, ' ms')}`);
  const peak = Math.max(...peaks);
  const memory = peak === 0 ? 'too short to be seen' : `${(peak / 1024 ** 2).toFixed(0)} MB`;
  console.log(`  peak of the engine's memory: ${memory}`);
  if (best !== undefined) {
    const floor = median(bests);
    console.log(
      `  by hand ${floor.toFixed(0)} ms: ${(own / floor).toFixed(2)} times${target('≤', one.timesBest)}`,
    );
  }
  if (asText !== undefined) {
    const text = median(texts);
    console.log(
      `  over text ${text.toFixed(0)} ms: ${(text / own).toFixed(1)} times faster${target('≥', one.timesText)}`,
    );
  }
}

function target(sign: string, value: number | undefined, unit = ''): string {
  return value === undefined ? '' : ` (target ${sign} ${value}${unit})`;
}

async function anyPerson(clickhouse: ClickHouse): Promise<string> {
  const { rows } = await clickhouse.query<[string]>({
    name: 'a_person',
    sql: "SELECT toString(person_id) FROM events WHERE team_id = 1 AND distinct_id = 'user-77777' LIMIT 1",
  });
  return rows[0]?.[0] ?? '';
}

async function ask(apiUrl: string, body: string): Promise<void> {
  const response = await fetch(`${apiUrl}/api/projects/1/query/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${PERSONAL_API_KEY}` },
    body,
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${response.status}: ${text}`);
  const { results } = JSON.parse(text) as { readonly results?: unknown };
  // An empty result would be measured as a fast one; experiments have no list of results.
  if (Array.isArray(results) && results.length === 0) throw new Error(`No results: ${text}`);
}

async function millis(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
