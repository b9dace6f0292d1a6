import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@tidemark/testing';
import type { ApiClient } from '../support/api-client';
import { createApiClient } from '../support/api-client';
import { descendants } from '../support/descendants';
import type { Standalone } from '../support/standalone';
import { startStandalone } from '../support/standalone';
import { startLoad } from './acknowledged-load';

/** What the command line of each process contains; the first match below the supervisor is killed. */
const VICTIMS = [
  ['the ingest-worker', /services\/ingest-worker\//],
  ['ClickHouse', /clickhouse-embedded\//],
  ['Postgres', /^\S*\/?postgres /],
  ['Redis', /^\S*redis-server/],
  ['the edge', /standalone\/dist\/front\//],
  ['the api', /services\/api\//],
  ['the query-worker', /services\/query-worker\//],
] as const;

const PAGE = 5_000;

describe('kill -9 during ingestion', () => {
  let product: Standalone;
  let api: ApiClient;

  beforeAll(async () => {
    product = await startStandalone();
    api = createApiClient(product.url, product.personalApiKey);
  });
  afterAll(async () => {
    await product.stop();
  });

  const ready = (): Promise<void> =>
    eventually(async () => {
      const response = await fetch(`${product.url}/_readyz`);
      if (response.status !== 200) throw new Error(await response.text());
    }, 60_000);

  /** Every stored uuid of an event, with how often it is there. */
  const stored = async (event: string): Promise<Map<string, number>> => {
    const counts = new Map<string, number>();
    for (let last = ''; ;) {
      const page = await api.hogql(
        1,
        `SELECT toString(uuid) AS id, count() FROM events WHERE event = '${event}' AND toString(uuid) > '${last}' GROUP BY id ORDER BY id LIMIT ${PAGE}`,
      );
      for (const [id, count] of page) counts.set(id as string, count as number);
      if (page.length < PAGE) return counts;
      last = page.at(-1)?.[0] as string;
    }
  };

  it.each(VICTIMS)(
    'of %s loses and doubles nothing acknowledged',
    async (name, pattern) => {
      const event = `killed ${name}`;
      const load = startLoad(product.url, product.projectApiKey, event);
      await eventually(() => expect(load.acknowledged()).toBeGreaterThan(100), 20_000);
      const victim = descendants(product.pid).find(({ command }) => pattern.test(command));
      if (victim === undefined) throw new Error(`${name} does not run`);
      process.kill(victim.pid, 'SIGKILL');
      await sleep(1_000);
      await ready();
      const before = load.acknowledged();
      await eventually(() => expect(load.acknowledged()).toBeGreaterThan(before + 50), 20_000);
      const acknowledged = await load.stop();

      await eventually(async () => {
        const rows = await stored(event);
        expect([...acknowledged].filter((uuid) => !rows.has(uuid))).toEqual([]);
      }, 30_000);
      const doubled = [...(await stored(event))].filter(([, count]) => count !== 1);
      expect(doubled).toEqual([]);
    },
    180_000,
  );
});
