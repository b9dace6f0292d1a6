import { hashPassword } from '@tidemark/access';
import { createLogger } from '@tidemark/platform';
import type { Database } from '@tidemark/postgres';
import { createDatabase, createUserRepository } from '@tidemark/postgres';
import type { Redis } from '@tidemark/redis';
import { closeRedis, createRedis } from '@tidemark/redis';
import { createIsolatedStores } from '@tidemark/testing';
import type { TestResponse, TestApi } from './api';
import { startTestApi } from './api';

export const JWT_SECRET = 'the secret of these tests, long enough';
export const JWT_SECRET_PREVIOUS = 'the secret before it, long enough too';
export const PASSWORD = 'a long enough password';
const text = (response: TestResponse, field: string) => String(response.body[field]);
export const tokensOf = (response: TestResponse) => ({
  access: text(response, 'access_token'),
  refresh: text(response, 'refresh_token'),
});

/** Registers an API for a test file. @returns functions that make users and sign them in */
export function loginScene() {
  let api: TestApi;
  let database: Database;
  let redis: Redis;

  beforeAll(async () => {
    // Redis is isolated, too: it counts logins by the ids of users, which are equal in all databases of tests.
    const urls = await createIsolatedStores();
    api = await startTestApi(urls, {
      JWT_SECRET,
      JWT_SECRET_PREVIOUS,
      QUERY_RATE_LIMIT_PER_HOUR: 1,
    });
    redis = createRedis(urls.redis, 'consumer');
    database = createDatabase(urls.postgres, { poolSize: 2, logger: createLogger('test', 'warn') });
  });
  afterAll(async () => {
    await closeRedis(redis);
    await database.close();
    await api.stop();
  });

  let users = 0;
  async function newUser(level = 15, organizationId?: string, address?: string) {
    users += 1;
    const first = await createUserRepository(database).findById(1);
    const email = address ?? `user${users}-${Date.now()}@example.com`;
    const by = { organizationId: organizationId ?? first?.organizationId ?? '', userId: null };
    const user = await createUserRepository(database).create(by, {
      organizationId: by.organizationId,
      email,
      firstName: 'Ann',
      lastName: '',
      currentProjectId: 1,
      organizationLevel: level,
      passwordHash: await hashPassword(PASSWORD),
    });
    return { email, id: user?.id ?? 0, uuid: user?.uuid ?? '' };
  }

  const post = (path: string, json: object, key: string | null = null) =>
    api.call('POST', path, { key, json });
  const logIn = (email: string, password = PASSWORD) => post('/api/login/', { email, password });
  const me = (key: string) => api.call('GET', '/api/users/@me/', { key });

  return {
    get api() {
      return api;
    },
    get database() {
      return database;
    },
    get redis() {
      return redis;
    },
    newUser,
    post,
    logIn,
    me,
  };
}
