import type { ClickHouse } from '@tidemark/clickhouse';
import { median } from '../median';
import { ask, EVENTS, millis } from './ask';

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

/** Measures HogQL through the API against handwritten SQL that is sent directly to ClickHouse. */
export async function benchAgainstEngine(clickhouse: ClickHouse, apiUrl: string): Promise<void> {
  for (const { name, hogql, raw } of CASES) {
    const floor: number[] = [];
    const tidemark: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      floor.push(await millis(() => clickhouse.query({ name: 'floor', sql: raw })));
      tidemark.push(await millis(() => ask(apiUrl, hogql, { refresh: 'force_blocking' })));
    }
    const [f, t] = [median(floor), median(tidemark)];
    console.log(
      `query: ${name}, ${EVENTS} events\n  raw ClickHouse ${f.toFixed(1)} ms, Tidemark ${t.toFixed(1)} ms (medians of ${ROUNDS})\n  ratio (raw ÷ Tidemark): ${(f / t).toFixed(2)}`,
    );
  }
}
