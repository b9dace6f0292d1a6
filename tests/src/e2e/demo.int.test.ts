import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '@tidemark/cli';
import { createLogger } from '@tidemark/platform';
import type { Database } from '@tidemark/postgres';
import { createDatabase } from '@tidemark/postgres';
import { waitUntil } from '@tidemark/testing';
import type { ApiClient } from '../test-support/api-client';
import { createApiClient } from '../test-support/api-client';
import type { Standalone } from '../test-support/standalone';
import { startStandalone } from '../test-support/standalone';

interface Tile {
  readonly insight: { readonly name: string; readonly result: unknown };
  readonly error?: unknown;
}

interface SampleData {
  readonly state: string;
  readonly project: { readonly id: number } | null;
  readonly sent: number;
  readonly total: number;
}

/** The sample project is created, can be queried, and is deleted completely. */
describe('tidemark demo on the running product', () => {
  let product: Standalone;
  let api: ApiClient;
  let database: Database;

  beforeAll(async () => {
    product = await startStandalone();
    api = createApiClient(product.url, product.personalApiKey);
    const stores = JSON.parse(
      readFileSync(join(product.dataDir, 'run', 'stores.json'), 'utf8'),
    ) as { postgres: string };
    const logger = createLogger('test', 'silent');
    database = createDatabase(stores.postgres, { poolSize: 1, logger });
  });
  afterAll(async () => {
    await database.close();
    await product.stop();
  });

  const demo = async (...args: string[]) => {
    const lines: string[] = [];
    const print = (text: string): void => void lines.push(text);
    const env = { DATA_DIR: product.dataDir };
    const code = await runCommand(['demo', ...args], env, { out: print, err: print });
    return { code, text: lines.join('\n') };
  };

  it('fills a project, reports that it exists already, and deletes it', async () => {
    const made = await demo('--events', '500');
    const id = Number(/\/project\/(\d+)\/activity/.exec(made.text)?.[1]);
    const sent = Number(/^(\d+) events sent/.exec(made.text)?.[1]);
    expect([made.code, id > 1, sent > 400]).toEqual([0, true, true]);
    await waitUntil(async () =>
      expect(await api.hogql(id, 'SELECT count() FROM events')).toEqual([[sent]]),
    );
    const [row] = await api.hogql(
      id,
      `SELECT uniq(session.id), uniq(properties.utm_campaign), countIf(event = 'order paid'),
        max(timestamp) <= now() FROM events`,
    );
    expect(row?.slice(0, 3).every((count) => Number(count) > 0)).toBe(true);

    const [matching] = await api.hogql(
      id,
      `SELECT count() FROM persons WHERE properties.plan IN ('plus', 'business')`,
    );
    expect(Number(matching?.[0])).toBeGreaterThan(0);
    await waitUntil(async () => {
      const cohorts = await api.get(`/api/projects/${id}/cohorts/`);
      const { results } = cohorts.body as { results: readonly { count: number }[] };
      expect(results.map(({ count }) => count)).toEqual([Number(matching?.[0])]);
    }, 60_000);

    const flags = await api.get(`/api/projects/${id}/feature_flags/`);
    expect(flags.body).toMatchObject({ count: 2 });
    const { body } = await api.get(`/api/projects/${id}/dashboards/`);
    const [dashboard] = (body as { results: { id: number }[] }).results;
    const shown = await api.get(
      `/api/projects/${id}/dashboards/${dashboard?.id}/?refresh=force_blocking`,
    );
    const { tiles } = shown.body as { tiles: Tile[] };
    expect(tiles.map(({ error, insight }) => [error, insight.result === null])).toEqual(
      Array.from({ length: 4 }, () => [undefined, false]),
    );

    expect(await demo()).toMatchObject({
      code: 0,
      text: expect.stringContaining(`the sample project exists: ${product.url}/project/${id}/`),
    });
    const log = () => database.db.selectFrom('activity_log').selectAll().execute();
    const scopes = (await log()).filter((entry) => entry.project_id === id).map((e) => e.scope);
    expect(scopes).toEqual(
      expect.arrayContaining(['Team', 'FeatureFlag', 'Action', 'Cohort', 'Dashboard', 'Insight']),
    );

    expect(await demo('--remove')).toEqual({
      code: 0,
      text: `project ${id} and its data are deleted`,
    });
    expect((await api.get(`/api/projects/${id}/`)).status).toBe(404);
    const persons = await database.db
      .selectFrom('persons')
      .select('id')
      .where('project_id', '=', id)
      .execute();
    expect(persons).toEqual([]);
    expect(await log()).toContainEqual(
      expect.objectContaining({ scope: 'Team', activity: 'deleted', item_id: String(id) }),
    );
    expect(await demo('--remove')).toMatchObject({ code: 3 });
  });

  it('can also be created, filled and deleted by the api and a query-worker', async () => {
    const look = async () => (await api.get('/api/sample_data/')).body as SampleData;
    expect(await look()).toMatchObject({ state: 'absent', project: null });
    const made = await api.post('/api/sample_data/', { events: 1_500 });
    expect([made.status, (made.body as SampleData).state]).toEqual([201, 'filling']);
    expect((await api.post('/api/sample_data/', {})).status).toBe(400);
    const id = (made.body as SampleData).project?.id ?? 0;
    const path = `/api/projects/${id}/query/`;
    const query = { kind: 'HogQLQuery', query: 'SELECT count() FROM events' };
    expect((await api.post(path, { query, refresh: 'blocking' })).status).toBe(200);
    await waitUntil(async () => expect((await look()).state).toBe('filled'));
    const { sent, total } = await look();
    expect([sent > 1_400, total]).toEqual([true, sent]);
    // Results that were computed with only a part of the events are deleted, and all events are stored.
    const stored = await api.post(path, { query, refresh: 'force_cache' });
    expect(stored.body).not.toHaveProperty('results');
    expect(await api.hogql(id, 'SELECT count(), uniq(session.id) > 10 FROM events')).toEqual([
      [sent, 1],
    ]);
    expect(await demo()).toMatchObject({ text: expect.stringContaining(`/project/${id}/`) });

    const removed = await api.delete('/api/sample_data/');
    expect([removed.status, (removed.body as SampleData).state]).toEqual([202, 'removing']);
    await waitUntil(async () => expect((await look()).state).toBe('absent'));
    expect((await api.get(`/api/projects/${id}/`)).status).toBe(404);
    expect((await api.delete('/api/sample_data/')).status).toBe(404);
    const log = await database.db.selectFrom('activity_log').selectAll().execute();
    expect(log).toContainEqual(
      expect.objectContaining({
        ...{ scope: 'Team', activity: 'deleted', item_id: String(id), user_id: 1 },
      }),
    );
  });
});
