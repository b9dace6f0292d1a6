import { createLogger } from '@tidemark/platform';
import type { Database } from '@tidemark/postgres';
import { createDatabase, saveFlagCalls } from '@tidemark/postgres';
import { createIsolatedStores } from '@tidemark/testing';
import type { TestApi } from '../test-support/api';
import { startTestApi } from '../test-support/api';

const share = (rollout_percentage: number | null, ...properties: object[]) => ({
  groups: [{ properties, rollout_percentage }],
});
const variants = (first: number) => ({
  multivariate: {
    variants: [
      { key: 'a', rollout_percentage: first },
      { key: 'b', rollout_percentage: 100 - first },
    ],
  },
});
const byMail = { key: 'email', type: 'person', operator: 'icontains', value: '@' };
const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);

let api: TestApi;
let database: Database;
beforeAll(async () => {
  const stores = await createIsolatedStores();
  api = await startTestApi(stores);
  const logger = createLogger('test', 'silent');
  database = createDatabase(stores.postgres, { poolSize: 1, logger });
});
afterAll(async () => {
  await database.close();
  await api.stop();
});

/** Days since the creation and since the last call (null: never), and whether the flag is stale. */
const FLAGS: Readonly<Record<string, readonly [object, number, number | null, boolean, object?]>> =
  {
    'everybody-called-today': [share(100), 60, 0, false],
    'everybody-not-called': [share(100), 60, 31, true],
    'everybody-never-called': [share(100), 31, null, true],
    'everybody-new': [share(100), 29, null, false],
    'some-not-called': [share(50), 60, 31, true],
    'some-called-lately': [share(50), 60, 29, false],
    'some-never-called': [share(50), 60, null, false],
    'unsaid-never-called': [share(null), 60, null, false],
    'targeted-never-called': [share(100, byMail), 60, null, false],
    'one-variant-never-called': [{ ...share(100), ...variants(100) }, 60, null, true],
    'split-never-called': [{ ...share(100), ...variants(50) }, 60, null, false],
    'off-not-called': [share(100), 60, 31, false, { active: false }],
  };

it('lists the flags as stale whose status is STALE', async () => {
  const projectId = await api.newProject();
  const base = `/api/projects/${projectId}/feature_flags/`;
  for (const [key, [filters, created, called, , more = {}]] of Object.entries(FLAGS)) {
    const made = await api.call('POST', base, { json: { key, filters, ...more } });
    expect([made.status, made.body.detail]).toEqual([201, undefined]);
    await database.db
      .updateTable('feature_flags')
      .set({ created_at: daysAgo(created) })
      .where('id', '=', made.body.id)
      .execute();
    if (called !== null) await saveFlagCalls(database, [{ projectId, key, at: daysAgo(called) }]);
  }
  const wanted = Object.keys(FLAGS).filter((key) => FLAGS[key]?.[3] === true);
  const listed = (await api.call('GET', `${base}?active=STALE`)).body.results;
  expect(listed.map(({ key }) => key).toSorted()).toEqual(wanted.toSorted());
  const all = (await api.call('GET', base)).body.results;
  const stale = all.filter(({ status }) => status === 'STALE').map(({ key }) => key);
  expect(stale.toSorted()).toEqual(wanted.toSorted());

  // What is deleted by the filter is what the list shows.
  const json = { filters: { active: 'STALE' } };
  await api.call('POST', `${base}bulk_delete/`, { json });
  const left = (await api.call('GET', base)).body.results.map(({ key }) => key);
  expect(left).toContain('everybody-called-today');
  expect(left).toHaveLength(Object.keys(FLAGS).length - wanted.length);
});
