import { issueSetupToken } from '@tidemark/access';
import { createLogger } from '@tidemark/platform';
import type { Database } from '@tidemark/postgres';
import { createDatabase, createLoginRepository, createSetupRepository } from '@tidemark/postgres';
import type { Redis } from '@tidemark/redis';
import { closeRedis, createRedis } from '@tidemark/redis';
import { createStoresWithoutEvents } from '@tidemark/testing';
import type { TestApi } from '../test-support/api';
import { startTestApi } from '../test-support/api';
import { createLoginLimits } from './login-limits';

const PASSWORD = 'a long enough password';
const DAY_MS = 24 * 3_600_000;
let api: TestApi;
let database: Database;
let redis: Redis;

beforeAll(async () => {
  const stores = await createStoresWithoutEvents();
  api = await startTestApi(stores);
  database = createDatabase(stores.postgres, { poolSize: 1, logger: createLogger('test', 'warn') });
  redis = createRedis(stores.redis, 'consumer');
});
afterAll(async () => {
  await closeRedis(redis);
  await api.stop();
  await database.close();
});
beforeEach(async () => {
  const by = { projectId: 1, userId: null };
  await createLoginRepository(database).setPassword(by, 1, null, new Date());
});

const newToken = async (now = new Date()) =>
  (await issueSetupToken(createSetupRepository(database), now))?.token ?? '';
let clients = 0;
/** Tries are limited by address, for all tests together. */
const newAddress = () => ({
  'x-forwarded-for': `198.51.${Date.now() % 256}.${(clients += 1) % 256}`,
});
const required = async () => (await api.call('GET', '/api/setup/', { key: null })).body['required'];
const setUp = (json: object, headers: Readonly<Record<string, string>> = {}) =>
  api.call('POST', '/api/setup/', { key: null, json, headers: { ...newAddress(), ...headers } });
const logIn = (password: string) =>
  api.call('POST', '/api/login/', {
    key: null,
    json: { email: 'admin@localhost', password },
    headers: newAddress(),
  });
const REJECTED = { type: 'validation_error', code: 'invalid_token', attr: 'token' };

it('is pending until an owner has a password, which a token sets', async () => {
  expect(await required()).toBe(true);
  const response = await setUp({ token: await newToken(), password: PASSWORD });
  expect([response.status, response.body]).toEqual([
    200,
    { success: true, email: 'admin@localhost' },
  ]);
  expect(response.headers.getSetCookie()).toEqual([]);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(await required()).toBe(false);
  expect((await logIn(PASSWORD)).status).toBe(200);
  expect(await newToken()).toBe('');
});

it('signs the console in', async () => {
  const origin = api.base;
  const headers = { origin, 'sec-fetch-site': 'same-origin', 'x-tidemark-console': '1' };
  const response = await setUp({ token: await newToken(), password: PASSWORD }, headers);
  const cookie = response.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  const me = await api.call('GET', '/api/users/@me/', { key: null, headers: { cookie } });
  expect(me.body).toMatchObject({ email: 'admin@localhost' });
});

it('is rejected to other pages, and the token stays good', async () => {
  const token = await newToken();
  const headers = { origin: 'https://evil.example', 'x-tidemark-console': '1' };
  expect((await setUp({ token, password: PASSWORD }, headers)).status).toBe(403);
  expect((await setUp({ token, password: PASSWORD })).status).toBe(200);
});

describe('a token', () => {
  it('is good once', async () => {
    const token = await newToken();
    expect((await setUp({ token, password: PASSWORD })).status).toBe(200);
    const again = await setUp({ token, password: 'another password' });
    expect([again.status, again.body]).toMatchObject([400, REJECTED]);
    expect((await logIn(PASSWORD)).status).toBe(200);
  });

  it('used by several at once is good for one', async () => {
    const token = await newToken();
    const responses = await Promise.all(
      [1, 2, 3].map((n) => setUp({ token, password: `${PASSWORD} ${n}` })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  it.each([
    ['wrong', () => Promise.resolve('tmu_unknown')],
    ['expired', () => newToken(new Date(Date.now() - DAY_MS - 1_000))],
    [
      'replaced',
      async () => {
        const token = await newToken();
        await newToken();
        return token;
      },
    ],
  ])('that is %s is rejected', async (_, token) => {
    const response = await setUp({ token: await token(), password: PASSWORD });
    expect([response.status, response.body]).toMatchObject([400, REJECTED]);
    expect(await required()).toBe(true);
  });

  it('ends with a password that was set in another way', async () => {
    const token = await newToken();
    const by = { projectId: 1, userId: null };
    await createLoginRepository(database).setPassword(by, 1, 'scrypt$some', new Date());
    expect((await setUp({ token, password: PASSWORD })).body).toMatchObject(REJECTED);
  });

  it('is stored as its hash', async () => {
    const token = await newToken();
    const rows = await database.db.selectFrom('setup_tokens').selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

it.each([
  [{ password: PASSWORD }, 'token', 'required'],
  [{ token: 'x' }, 'password', 'required'],
  [{ token: 'x', password: 'short' }, 'password', 'min_length'],
  [{ token: 'x', password: 'x'.repeat(257) }, 'password', 'max_length'],
  [{ token: 'x', password: 'two\nlines of it' }, 'password', 'invalid_input'],
  [{ token: ['x'], password: PASSWORD }, 'token', 'invalid_input'],
])('tells what is wrong with %j', async (json, attr, code) => {
  expect((await setUp(json)).body).toMatchObject({ type: 'validation_error', attr, code });
});

it('is limited by network address', async () => {
  const limits = createLoginLimits(redis);
  const address = `203.0.113.${Date.now()}`;
  for (let time = 0; time < 100; time += 1) await limits.takeSetup(address);
  await expect(limits.takeSetup(address)).rejects.toMatchObject({ status: 429 });
});
