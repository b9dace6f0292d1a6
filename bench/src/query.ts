import { createClickHouse } from '@tidemark/clickhouse';
import { createLogger } from '@tidemark/platform';
import { median } from './median';
import { seedEvents } from './seed/events';
import { PERSONAL_API_KEY, startBenchStack } from './stack';

const EVENTS = 1_000_000;
const ROUNDS = 15;

const CASES = [
  {
    name: 'events by name',
    hogql: 'SELECT event, count() FROM events GROUP BY event ORDER BY count() DESC LIMIT 20',
    raw: 'SELECT event, count() FROM events PREWHERE team_id = 1 GROUP BY event ORDER BY count() DESC LIMIT 20',
  },
  {
    name: 'breakdown by a property',
    hogql:
      "SELECT properties.$browser, count() FROM events WHERE event = '$pageview' GROUP BY properties.$browser ORDER BY count() DESC LIMIT 20",
    raw: "SELECT properties.`$browser`.:String AS b, count() FROM events PREWHERE team_id = 1 WHERE event = '$pageview' GROUP BY b ORDER BY count() DESC LIMIT 20",
  },
] as const;

/** HogQL through the API against hand-written SQL sent straight to ClickHouse. */
export async function benchQuery(): Promise<void> {
  const stack = await startBenchStack();
  const clickhouse = createClickHouse({
    url: stack.urls.clickhouse,
    logger: createLogger('bench', 'warn'),
  });
  try {
    await seedEvents(clickhouse, EVENTS);
    const api = await stack.startService('api');
    for (const { name, hogql, raw } of CASES) {
      const floor: number[] = [];
      const tidemark: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        floor.push(await millis(() => clickhouse.query({ name: 'floor', sql: raw })));
        tidemark.push(await millis(() => runHogQL(api.url, hogql)));
      }
      const [f, t] = [median(floor), median(tidemark)];
      console.log(
        `query: ${name}, ${EVENTS} events\n  raw ClickHouse ${f.toFixed(1)} ms, Tidemark ${t.toFixed(1)} ms (medians of ${ROUNDS})\n  ratio (raw ÷ Tidemark): ${(f / t).toFixed(2)}`,
      );
    }
  } finally {
    await clickhouse.close();
    await stack.stop();
  }
}

async function runHogQL(apiUrl: string, query: string): Promise<void> {
  const response = await fetch(`${apiUrl}/api/projects/1/query/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${PERSONAL_API_KEY}` },
    body: JSON.stringify({ query: { kind: 'HogQLQuery', query }, refresh: 'force_blocking' }),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${response.status}: ${text}`);
}

async function millis(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
