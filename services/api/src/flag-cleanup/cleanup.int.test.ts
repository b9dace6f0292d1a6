import { createClickHouse } from '@tidemark/clickhouse';
import { createLogger } from '@tidemark/platform';
import { createDatabase, saveFlagCalls } from '@tidemark/postgres';
import type { Database } from '@tidemark/postgres';
import { createIsolatedStores } from '@tidemark/testing';
import type { TestApi } from '../test-support/api';
import { startTestApi } from '../test-support/api';

let api: TestApi;
let database: Database;
let project: number;
let flags: string;
beforeAll(async () => {
  const stores = await createIsolatedStores();
  const logger = createLogger('test', 'silent');
  const clickhouse = createClickHouse({ url: stores.clickhouse, logger });
  await clickhouse.close();
  api = await startTestApi(stores);
  database = createDatabase(stores.postgres, { poolSize: 2, logger });
});
afterAll(async () => {
  await database.close();
  await api.stop();
});
beforeEach(async () => {
  project = await api.newProject();
  flags = `/api/projects/${project}/feature_flags/`;
});

const share = (rollout_percentage: number) => ({
  groups: [{ properties: [], rollout_percentage }],
});
/** A flag that was created and last changed the given number of days ago. */
async function oldFlag(key: string, days: number, more: object = {}): Promise<number> {
  const made = await api.call('POST', flags, { json: { key, filters: share(50), ...more } });
  const at = new Date(Date.now() - days * 86_400_000);
  await database.unrecorded
    .updateTable('feature_flags')
    .set({ created_at: at, updated_at: at })
    .where('id', '=', made.body.id)
    .execute();
  return made.body.id;
}
async function cleanup(query = '') {
  const { status, body } = await api.call('GET', `${flags}cleanup/${query}`);
  expect([status, body.detail]).toEqual([200, undefined]);
  return body;
}
const keysOf = async (query = '') => (await cleanup(query)).results.map((one) => one['key']);

it('lists flags that can be removed, with reasons and the code that names them', async () => {
  await oldFlag('old', 60, { filters: share(100) });
  await oldFlag('young', 2, { filters: share(100) });
  await oldFlag('used', 60);
  await saveFlagCalls(database, [{ projectId: project, key: 'used', at: new Date() }]);
  expect(await keysOf()).toEqual(['old']);
  expect(await keysOf('?days=1')).toEqual(['old', 'young']);

  const scan = {
    repository: 'shop',
    revision: 'abc',
    files: 3,
    references: [{ key: 'old', path: 'src/app.ts', line: 7, kind: 'call' }],
  };
  const stored = await api.call('POST', `${flags}code_references/`, { json: scan });
  expect(stored).toMatchObject({ status: 201, body: { repository: 'shop', references: 1 } });
  const { results, scans } = await cleanup();
  expect(scans).toMatchObject([{ repository: 'shop', revision: 'abc' }]);
  expect(results).toMatchObject([
    {
      key: 'old',
      answer: 'true',
      status: 'stale',
      reasons: [{ code: 'unused' }, { code: 'same_answer' }, { code: 'unchanged' }],
      references: [{ repository: 'shop', path: 'src/app.ts', line: 7 }],
    },
    { key: 'used', reasons: [{ code: 'no_references' }, { code: 'unchanged' }], references: [] },
  ]);
  const status = await api.call('GET', `${flags}${results[0]?.id}/status/`);
  expect(status.body).toMatchObject({
    status: results[0]?.['status'],
    reason: results[0]?.['status_reason'],
  });
  // The next scan of the repository replaces this one.
  const next = { ...scan, references: [{ ...scan.references[0], key: 'used' }] };
  await api.call('POST', `${flags}code_references/`, { json: next });
  expect(await keysOf()).toEqual(['old']);
  expect(await api.call('DELETE', `${flags}code_references/?repository=shop`)).toMatchObject({
    status: 204,
  });
  expect((await cleanup())['scans']).toEqual([]);
});

it('archives a flag: off, out of lists, and back again when it is turned on', async () => {
  const id = await oldFlag('old', 60);
  const patch = (json: object) => api.call('PATCH', `${flags}${id}/`, { json });
  expect((await patch({ archived: true })).body).toMatchObject({ archived: true, active: false });
  const listed = async (query: string) =>
    (await api.call('GET', `${flags}${query}`)).body.results.map((one) => one['key']);
  expect([await listed(''), await listed('?archived=true'), await keysOf()]).toEqual([
    [],
    ['old'],
    [],
  ]);
  expect((await patch({ archived: false })).body).toMatchObject({ archived: false, active: false });
  await patch({ archived: true });
  expect((await api.call('POST', `${flags}${id}/enable/`)).body).toMatchObject({
    archived: false,
    active: true,
  });
  const log = await api.call('GET', `${flags}${id}/activity/`);
  expect(log.text).toContain('"archived"');
});
