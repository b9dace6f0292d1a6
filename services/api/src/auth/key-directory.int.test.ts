import { createIdentityFinder, createProjectKeyFinder } from '@tidemark/access';
import { createLogger } from '@tidemark/platform';
import type { Database } from '@tidemark/postgres';
import {
  bootstrap,
  createPersonalApiKeyRepository,
  createProjectSecretKeyRepository,
  createUserRepository,
} from '@tidemark/postgres';
import { createIsolatedDatabase, waitUntil } from '@tidemark/testing';
import type { KeyDirectory } from './key-directory';
import { createKeyDirectory } from './key-directory';

let database: Database;
let directory: KeyDirectory;
let now = 0;

const findProjectKey = () =>
  createProjectKeyFinder({
    projectSecretKeys: createProjectSecretKeyRepository(database),
    logger: createLogger('test', 'warn'),
  });

beforeAll(async () => {
  database = await createIsolatedDatabase();
  await bootstrap(database, { projectApiKey: 'phc_a', personalApiKey: 'phx_first' });
  directory = createKeyDirectory({
    find: createIdentityFinder({
      keys: createPersonalApiKeyRepository(database),
      users: createUserRepository(database),
      logger: createLogger('test', 'warn'),
    }),
    findProjectKey: findProjectKey(),
    now: () => now,
  });
});
afterAll(() => database.close());

it('finds the owner of a key and notes its use', async () => {
  expect(await directory.find('phx_first')).toMatchObject({
    key: { scopes: ['*'] },
    user: { id: 1 },
  });
  await waitUntil(async () => {
    const key = await createPersonalApiKeyRepository(database).findById(1, 'bootstrap');
    expect(key?.lastUsedAt).toBeInstanceOf(Date);
  });
});

it('lets a key that another process revoked live for seconds, not longer', async () => {
  expect(await directory.find('phx_first')).not.toBeNull();
  await bootstrap(database, { projectApiKey: 'phc_a', personalApiKey: 'phx_second' });
  now += 4_000;
  expect(await directory.find('phx_first')).not.toBeNull();
  now += 1_500;
  expect(await directory.find('phx_first')).toBeNull();
  expect(await directory.find('phx_second')).not.toBeNull();
});

it('does not remember a failure of the store', async () => {
  const find = createIdentityFinder({
    keys: createPersonalApiKeyRepository(database),
    users: createUserRepository(database),
    logger: createLogger('test', 'warn'),
  });
  let broken = true;
  const flaky = createKeyDirectory({
    find: (hash) => (broken ? Promise.reject(new Error('unavailable')) : find(hash)),
    findProjectKey: findProjectKey(),
    now: () => now,
  });
  await expect(flaky.find('phx_second')).rejects.toThrow('unavailable');
  broken = false;
  expect(await flaky.find('phx_second')).not.toBeNull();
});

it('finds the project of a secret key with scopes and notes its use', async () => {
  const keys = createProjectSecretKeyRepository(database);
  const issued = await keys.create(
    { projectId: 1, userId: 1 },
    { label: 'server', scopes: ['query:read'] },
  );
  if (issued === 'taken') throw new Error('the label is already in use');
  expect(await directory.find(issued.value)).toMatchObject({
    key: { id: issued.key.id, scopes: ['query:read'], scopedTeams: [1] },
    user: null,
  });
  await waitUntil(async () => {
    expect((await keys.find(1, issued.key.id))?.lastUsedAt).toBeInstanceOf(Date);
  });
});
