import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runCommand } from '@tidemark/cli';
import type { ClickHouse } from '@tidemark/clickhouse';
import { createClickHouse } from '@tidemark/clickhouse';
import { createLogger } from '@tidemark/platform';
import type { Database } from '@tidemark/postgres';
import { createDatabase } from '@tidemark/postgres';
import { waitUntil } from '@tidemark/testing';
import type { ApiClient } from '../test-support/api-client';
import { createApiClient } from '../test-support/api-client';
import type { Standalone } from '../test-support/standalone';
import { startStandalone } from '../test-support/standalone';

const PERSONS = 30;
const DAY_MS = 86_400_000;
const at = (daysAgo: number): string => new Date(Date.now() - daysAgo * DAY_MS).toISOString();

/** Repairs persons that an earlier release left wrong, using their events, while other events arrive. */
describe('tidemark persons repair on the running product', () => {
  let product: Standalone;
  let api: ApiClient;
  let database: Database;
  let clickhouse: ClickHouse;

  beforeAll(async () => {
    product = await startStandalone();
    api = createApiClient(product.url, product.personalApiKey);
    const stores = JSON.parse(
      readFileSync(join(product.dataDir, 'run', 'stores.json'), 'utf8'),
    ) as { postgres: string; clickhouse: string };
    const logger = createLogger('test', 'silent');
    clickhouse = createClickHouse({ url: stores.clickhouse, logger });
    database = createDatabase(stores.postgres, { poolSize: 1, logger });
  });
  afterAll(async () => {
    await database.close();
    await clickhouse.close();
    await product.stop();
  });

  const send = async (...batch: object[]): Promise<void> => {
    const response = await fetch(`${product.url}/batch/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ api_key: product.projectApiKey, batch }),
    });
    expect(response.status).toBe(200);
  };
  const visit = (n: number, daysAgo: number, url: string) => ({
    event: '$pageview',
    distinct_id: `anon-${n}`,
    timestamp: at(daysAgo),
    properties: { $current_url: url, $set_once: { plan: url } },
  });
  const run = async (...args: string[]): Promise<string[]> => {
    const out: string[] = [];
    const err: string[] = [];
    const terminal = {
      out: (text: string) => out.push(text),
      err: (text: string) => err.push(text),
    };
    const env = { DATA_DIR: product.dataDir };
    const code = await runCommand(['persons', 'repair', ...args], env, terminal);
    expect([code, err]).toEqual([0, []]);
    return out;
  };
  const persons = (): Promise<unknown[][]> =>
    api.hogql(
      1,
      `SELECT properties.$initial_current_url, properties.plan, properties.by_hand,
        dateDiff('day', created_at, now()), count()
       FROM persons WHERE id IN (SELECT person_id FROM person_distinct_ids WHERE distinct_id LIKE 'anon-%')
       GROUP BY 1, 2, 3, 4`,
    );
  /** Requests the result without forcing a new computation, so that a stored one is returned. */
  const lifecycle = async (): Promise<unknown> => {
    const { body } = await api.post('/api/projects/1/query/', {
      query: {
        kind: 'LifecycleQuery',
        series: [{ kind: 'EventsNode', event: '$pageview' }],
        dateRange: { date_from: '-20d', date_to: '-1d', explicitDate: false },
      },
    });
    const { results } = body as { results: { status: string; data: number[] }[] };
    return results.find(({ status }) => status === 'new')?.data.reduce((sum, n) => sum + n, 0);
  };
  const revisions = async () =>
    (await database.db.selectFrom('cohorts').select('revision').execute()).map(
      (row) => row.revision,
    );

  /** Creates the state that the race left: only properties of the second visit, and no timestamps. */
  const asEarlierReleaseLeft = async (): Promise<void> => {
    const rows = await database.db
      .selectFrom('persons')
      .select(['id', 'properties', 'version'])
      .execute();
    const late = { $initial_current_url: '/app', plan: '/app', by_hand: 'mine' };
    for (const { id, properties, version } of rows) {
      await database.db
        .updateTable('persons')
        .set({
          created_at: at(5),
          version: version + 1,
          first_touch: null,
          properties: JSON.stringify({ ...properties, ...late }),
        })
        .where('id', '=', id)
        .execute();
    }
    const keys = { persons: rows.map(({ id }) => [1, id]), distinctIds: [], groups: [] };
    await database.db
      .insertInto('identity_outbox')
      .values({ keys: JSON.stringify(keys) })
      .execute();
  };

  it('reports what it would repair, repairs it, and finds nothing the second time', async () => {
    const numbers = Array.from({ length: PERSONS }, (_, n) => n);
    await send(...numbers.flatMap((n) => [visit(n, 40, '/landing'), visit(n, 5, '/app')]));
    await send(
      ...numbers.map((n) => ({
        event: '$identify',
        distinct_id: `user-${n}`,
        properties: { $anon_distinct_id: `anon-${n}`, $set_once: { by_hand: 'sent' } },
      })),
    );
    await waitUntil(async () =>
      expect(await api.hogql(1, 'SELECT count() FROM events')).toEqual([[3 * PERSONS]]),
    );
    await database.db.insertInto('cohorts').values({ project_id: 1, name: 'c' }).execute();
    await asEarlierReleaseLeft();
    await clickhouse.command(
      'ALTER TABLE events UPDATE person_created_at = now() - INTERVAL 5 DAY WHERE team_id = 1',
      { settings: { mutations_sync: 2 } },
    );
    await waitUntil(async () =>
      expect(await persons()).toEqual([['/app', '/app', 'mine', 5, PERSONS]]),
    );
    expect(await lifecycle()).toBe(PERSONS);

    const dry = await run('--dry-run');
    expect(dry).toHaveLength(PERSONS + 1);
    expect(dry[0]).toMatch(
      /^project 1 person [0-9a-f-]{36} {2}created_at \S+ -> \S+ {2}.*\$initial_current_url/,
    );
    expect(dry.at(-1)).toContain(`${PERSONS} of ${PERSONS} persons would be repaired`);
    expect(await persons()).toEqual([['/app', '/app', 'mine', 5, PERSONS]]);
    expect(await revisions()).toEqual([1]);

    // Events arrive for the persons while they are repaired.
    let isDone = false;
    let sent = 0;
    const traffic = (async () => {
      while (!isDone) {
        await send(visit(sent % PERSONS, 0, '/busy'));
        sent += 1;
        await sleep(20);
      }
    })();
    const printed = await run('--batch-size', '7', '--json').finally(() => {
      isDone = true;
    });
    await traffic;
    const report = JSON.parse(printed.join('')) as { projects: object[] };
    expect(report.projects).toMatchObject([
      { project: 1, persons: PERSONS, repaired: PERSONS, overtaken: 0 },
    ]);
    expect(await persons()).toEqual([['/landing', '/landing', 'mine', 40, PERSONS]]);
    expect(await lifecycle()).toBe(0);
    expect(await revisions()).toEqual([2]);
    const returned = await database.db
      .selectFrom('activity_log')
      .select(['scope', 'activity', 'user_id', 'detail'])
      .where('scope', '=', 'Person')
      .execute();
    expect(returned).toHaveLength(PERSONS);
    expect(returned[0]).toMatchObject({ activity: 'updated', user_id: null });
    expect(JSON.stringify(returned)).not.toContain('/landing');
    expect((await run('--dry-run')).join()).toContain(`0 of ${PERSONS} persons would be repaired`);
  });

  it('reports a missing project', async () => {
    const err: string[] = [];
    const terminal = { out: () => undefined, err: (text: string) => void err.push(text) };
    const args = ['persons', 'repair', '--project', '99'];
    expect(await runCommand(args, { DATA_DIR: product.dataDir }, terminal)).toBe(3);
    expect(err).toEqual(['ERROR there is no project 99']);
  });
});
