import { hashPassword, ROLE_LEVELS, scopesOfLevel } from '@tidemark/access';
import { createClickHouse } from '@tidemark/clickhouse';
import { SYSTEM_TABLE_SCOPES } from '@tidemark/hogql';
import { createLogger } from '@tidemark/platform';
import type { Database } from '@tidemark/postgres';
import { createDatabase, createUserRepository } from '@tidemark/postgres';
import { createIsolatedStores } from '@tidemark/testing';
import type { TestApi } from '../test-support/api';
import { startTestApi } from '../test-support/api';

/** `system.*` tables show a person who is signed in what the role of that person reads over REST. */
let api: TestApi;
let database: Database;
const PASSWORD = 'a long enough password';
const FLAGS = 'select key from system.feature_flags';

beforeAll(async () => {
  const urls = await createIsolatedStores();
  const logger = createLogger('test', 'warn');
  const clickhouse = createClickHouse({ url: urls.clickhouse, logger });
  await clickhouse.close();
  api = await startTestApi(urls);
  database = createDatabase(urls.postgres, { poolSize: 1, logger });
  await api.call('POST', '/api/projects/1/feature_flags/', { json: { key: 'hidden-flag' } });
});
afterAll(async () => {
  await database.close();
  await api.stop();
});

async function signIn(organizationId: string, level: number): Promise<string> {
  const email = `${organizationId}-${level}@example.com`;
  const by = { organizationId, userId: null };
  await createUserRepository(database).create(by, {
    organizationId,
    email,
    firstName: 'Ann',
    lastName: '',
    currentProjectId: 1,
    organizationLevel: level,
    passwordHash: await hashPassword(PASSWORD),
  });
  const json = { email, password: PASSWORD };
  const { body } = await api.call('POST', '/api/login/', { key: null, json });
  return String(body['access_token']);
}

const ask = (query: string, key: string) =>
  api.call('POST', '/api/projects/1/query/', {
    json: { query: { kind: 'HogQLQuery', query } },
    key,
  });

it.each(Object.entries(ROLE_LEVELS))(
  'a session of role %s reads the system tables whose resources the role reads',
  async (_, level) => {
    const own = await createUserRepository(database).findById(1);
    const session = await signIn(own?.organizationId ?? '', level);
    const granted = scopesOfLevel(level);
    for (const [table, object] of Object.entries(SYSTEM_TABLE_SCOPES)) {
      const mayRead =
        object === null ||
        ['*', `${object}:read`, `${object}:write`].some((scope) => granted.includes(scope));
      const { status } = await ask(`select count() from ${table}`, session);
      expect([table, status]).toEqual([table, mayRead ? 200 : 403]);
    }
    expect((await ask(FLAGS, session)).body.results).toEqual([['hidden-flag']]);
    // A key with fewer permissions must not get the result that the session has computed.
    const bare = await api.keyWith(['query:read']);
    expect((await ask(FLAGS, bare)).status).toBe(403);
  },
);
