import { createLogger } from '@tidemark/platform';
import type { Database } from '@tidemark/postgres';
import { createDatabase, createProjectRepository } from '@tidemark/postgres';
import type { PostgresPair } from '@tidemark/testing';
import { createIsolatedStores, waitUntil, startPostgresPair } from '@tidemark/testing';
import type { TestApi } from '../test-support/api';
import { startTestApi } from '../test-support/api';
import { createReplicaWatch } from './replica-watch';

const logger = createLogger('test', 'silent');
const ANNOTATIONS = '/api/projects/1/annotations/';
let pair: PostgresPair;
let api: TestApi;
let primary: Database;
let standby: Database;

beforeAll(async () => {
  pair = await startPostgresPair();
  primary = createDatabase(pair.primaryUrl, { poolSize: 2, logger });
  standby = createDatabase(pair.standbyUrl, { poolSize: 2, logger });
  const urls = { ...(await createIsolatedStores()), postgres: pair.primaryUrl };
  api = await startTestApi(urls, { DATABASE_REPLICA_URL: pair.standbyUrl });
});
afterAll(async () => {
  await api.stop();
  await Promise.all([primary.close(), standby.close()]);
  await pair.close();
});

/** Pauses or resumes the replay of the standby. */
const replay = (what: 'pause' | 'resume') =>
  standby.db.selectNoFrom((e) => e.fn<null>(`pg_wal_replay_${what}`).as('done')).execute();
const write = async (content: string): Promise<number> => {
  const response = await api.call('POST', ANNOTATIONS, { json: { content, scope: 'project' } });
  expect(response.status).toBe(201);
  return response.body.id;
};
const listed = async () =>
  (await api.call('GET', ANNOTATIONS)).body.results.map(({ content }) => content);

it('reads lists from the standby, and single objects from the primary', async () => {
  await write('before');
  await waitUntil(async () => {
    await replay('resume');
    expect(await listed()).toEqual(['before']);
    // Once lists come from the standby, what it does not show is not listed.
    await replay('pause');
    const id = await write('meanwhile');
    const stale = await listed();
    expect((await api.call('GET', `${ANNOTATIONS}${id}/`)).body).toMatchObject({
      content: 'meanwhile',
    });
    await api.call('PATCH', `${ANNOTATIONS}${id}/`, { json: { deleted: true } });
    expect(stale).not.toContain('meanwhile');
  });
  await write('after');
  await replay('resume');
  await waitUntil(async () => {
    expect(await listed()).toContain('after');
  });
});

it('goes back to the primary when the standby is behind, and returns when it has caught up', async () => {
  let clock = 0;
  const watch = createReplicaWatch({ primary, replica: standby, now: () => clock, logger });
  expect(watch.isUsable()).toBe(false);
  expect(watch.lagSeconds()).toBeNaN();
  await watch.look();
  await waitUntil(async () => {
    await watch.look();
    expect(watch.isUsable()).toBe(true);
  });
  expect(watch.lagSeconds()).toBe(0);
  await replay('pause');
  await createProjectRepository(primary).update(
    { projectId: 1, userId: null },
    { name: 'Written' },
  );
  await watch.look();
  clock += 9_000;
  await watch.look();
  expect(watch.isUsable()).toBe(true);
  clock += 1_500;
  expect(watch.isUsable()).toBe(false);
  expect(watch.lagSeconds()).toBe(10.5);
  await watch.look();
  expect(watch.isUsable()).toBe(false);
  await replay('resume');
  await waitUntil(async () => {
    await watch.look();
    await watch.look();
    expect(watch.isUsable()).toBe(true);
  });
  watch.failed(new Error('unavailable'));
  expect(watch.isUsable()).toBe(false);
});

it('shows how far the standby is behind as a metric', async () => {
  await waitUntil(async () => {
    const metrics = await (await fetch(`${api.base}/metrics`)).text();
    expect(metrics).toMatch(/^postgres_standby_lag_seconds\{service="api"\} \d/m);
  });
});

it('is never used when it is no standby', async () => {
  const watch = createReplicaWatch({ primary, replica: primary, now: () => 0, logger });
  await watch.look();
  await watch.look();
  expect(watch.isUsable()).toBe(false);
});

it('serves lists while the standby is unavailable, and uses it again afterwards', async () => {
  await pair.stopStandby();
  await write('alone');
  expect(await listed()).toContain('alone');
  await pair.startStandby();
  const watch = createReplicaWatch({ primary, replica: standby, now: () => 0, logger });
  await waitUntil(async () => {
    await watch.look();
    expect(watch.isUsable()).toBe(true);
  });
});
