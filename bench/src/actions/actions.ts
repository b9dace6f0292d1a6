import type { ClickHouse } from '@tidemark/clickhouse';
import { createClickHouse } from '@tidemark/clickhouse';
import { createLogger } from '@tidemark/platform';
import { createDatabase } from '@tidemark/postgres';
import { ask, load, millis } from '../query/ask';
import { median } from '../median';
import { PERSONAL_API_KEY, startBenchStack } from '../stack';
import type { ClickCase } from './cases';
import { CLICK_CASES } from './cases';
import { seedActions, seedClicks } from './seed';

const ACTIONS = 10_000;
const LIST_ROUNDS = 50;
const ROUNDS = 5;
const HEADERS = {
  authorization: `Bearer ${PERSONAL_API_KEY}`,
  'content-type': 'application/json',
};

/**
 * Measures pages of a long list of actions, and queries of actions on autocaptured clicks through the API. The floor of
 * the queries is a regular expression over the raw elements chain in ClickHouse. Both alternate; the medians are
 * printed.
 */
export async function benchActions(events: number): Promise<void> {
  const stack = await startBenchStack();
  const logger = createLogger('bench', 'warn');
  const clickhouse = createClickHouse({ url: stack.urls.clickhouse, logger });
  const database = createDatabase(stack.urls.postgres, { poolSize: 2, logger });
  try {
    const api = await stack.startService('api');
    await seedActions(database, ACTIONS);
    await listPages(`${api.url}/api/projects/1/actions/`);
    const seconds = (await millis(() => seedClicks(clickhouse, events))) / 1000;
    console.log(`actions: ${events} clicks stored in ${seconds.toFixed(0)} s`);
    for (const one of CLICK_CASES) await match(api.url, clickhouse, one);
  } finally {
    await database.close();
    await clickhouse.close();
    await stack.stop();
  }
}

async function listPages(url: string): Promise<void> {
  const page = async (round: number): Promise<void> => {
    const offset = (round * 997) % (ACTIONS - 100);
    const response = await fetch(`${url}?limit=100&offset=${offset}`, { headers: HEADERS });
    const { count, results } = (await response.json()) as { count: number; results: unknown[] };
    if (count !== ACTIONS || results.length !== 100) throw new Error(`${count} actions listed`);
  };
  await page(0);
  const taken: number[] = [];
  for (let round = 0; round < LIST_ROUNDS; round++) taken.push(await millis(() => page(round)));
  console.log(
    `actions: a page of 100 of ${ACTIONS}: ${median(taken).toFixed(0)} ms (target ≤ 50 ms), ${load()}`,
  );
}

async function match(
  apiUrl: string,
  clickhouse: ClickHouse,
  { name, step, pattern }: ClickCase,
): Promise<void> {
  const made = await fetch(`${apiUrl}/api/projects/1/actions/`, {
    method: 'POST',
    headers: HEADERS,
    body: JSON.stringify({ name, steps: [{ event: '$autocapture', ...step }] }),
  });
  const { id } = (await made.json()) as { id: number };
  const statement = `select count() from events where matchesAction(${id})`;
  const ours = (): Promise<unknown> => ask(apiUrl, statement, { refresh: 'force_blocking' });
  const raw = (): Promise<unknown> =>
    clickhouse.query({
      name: 'raw_pattern',
      sql: "SELECT count() FROM events WHERE team_id = 1 AND event = '$autocapture' AND match(elements_chain, {pattern:String})",
      params: { pattern },
    });
  await ours();
  const [own, floor]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    own.push(await millis(ours));
    floor.push(await millis(raw));
  }
  const [taken, searched] = [median(own), median(floor)];
  console.log(
    `actions: ${name}: ${taken.toFixed(0)} ms (target ≤ 1500 ms at 5M), over the raw chain ${searched.toFixed(0)} ms: ${(searched / taken).toFixed(1)} times faster (target ≥ 5), ${load()}`,
  );
}
