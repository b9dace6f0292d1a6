import { createLogger } from '@tidemark/platform';
import type { Database } from '@tidemark/postgres';
import { bootstrap, createProjectRepository } from '@tidemark/postgres';
import { closeRedis, createDefinitionsChannel, createRedis } from '@tidemark/redis';
import {
  createIsolatedDatabase,
  createIsolatedStores,
  sharedEngineUrls,
  waitUntil,
} from '@tidemark/testing';
import { startTestApi } from '../test-support/api';
import { createKnownProjects, watchKnownProjects } from './known-projects';

const logger = createLogger('test', 'warn');
let database: Database;
let organizationId: string;

beforeAll(async () => {
  database = await createIsolatedDatabase();
  await bootstrap(database, { projectApiKey: 'phc_a', personalApiKey: 'phx_a' });
  const project = await createProjectRepository(database).findById(1);
  organizationId = project?.organizationId ?? '';
});
afterAll(() => database.close());

const rename = (id: number, name: string) =>
  createProjectRepository(database).update({ projectId: id, userId: 1 }, { name });

it('asks Postgres again after five seconds, whatever was announced', async () => {
  let now = 0;
  const known = createKnownProjects({
    projects: createProjectRepository(database),
    now: () => now,
  });
  const first = await known.find(1);
  await rename(1, 'Changed silently');
  now += 4_000;
  expect(await known.find(1)).toEqual(first);
  now += 1_500;
  expect((await known.find(1))?.name).toBe('Changed silently');
});

it('forgets a changed and a removed project when another process announces it', async () => {
  const url = sharedEngineUrls().redis;
  const redis = createRedis(url, 'cache', logger);
  const subscriber = createRedis(url, 'pubsub', logger);
  const channel = createDefinitionsChannel({ publisher: redis, subscriber, logger });
  const projects = createProjectRepository(database);
  // The clock does not advance, so only a message clears the cache.
  const known = createKnownProjects({ projects, now: () => 0 });
  const watch = watchKnownProjects(known, channel, logger);
  await waitUntil(() => expect(subscriber.status).toBe('ready'));

  const { id } = await projects.create({ organizationId, userId: 1 }, { name: 'Before' });
  expect((await known.find(id))?.name).toBe('Before');
  await rename(id, 'After');
  expect((await known.find(id))?.name).toBe('Before');
  await channel.publish({ project_id: id, what: 'feature_flags' });
  await waitUntil(async () => {
    await channel.publish({ project_id: id, what: 'project' });
    expect((await known.find(id))?.name).toBe('After');
  });

  await projects.remove({ organizationId, userId: 1 }, id);
  await channel.publish({ project_id: id, what: 'project' });
  await waitUntil(async () => expect(await known.find(id)).toBeNull());

  await watch.stop();
  await Promise.all([redis, subscriber].map(closeRedis));
});

it('a change through one api is seen by queries of this and of another api', async () => {
  const stores = await createIsolatedStores();
  const [here, there] = [await startTestApi(stores), await startTestApi(stores)];
  const zone = async (api: typeof here): Promise<unknown> => {
    const json = { query: { kind: 'HogQLQuery', query: 'select 1' } };
    return (await api.call('POST', '/api/projects/1/query/', { json })).body['timezone'];
  };
  expect([await zone(here), await zone(there)]).toEqual(['UTC', 'UTC']);
  const json = { timezone: 'Asia/Tokyo' };
  expect((await here.call('PATCH', '/api/projects/1/', { json })).status).toBe(200);
  expect(await zone(here)).toBe('Asia/Tokyo');
  await waitUntil(async () => expect(await zone(there)).toBe('Asia/Tokyo'));
  await Promise.all([here.stop(), there.stop()]);
});
