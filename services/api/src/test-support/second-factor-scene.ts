import { hashPassword } from '@tidemark/access';
import { createLogger } from '@tidemark/platform';
import type { Database } from '@tidemark/postgres';
import { createDatabase, createUserRepository } from '@tidemark/postgres';
import { createIsolatedStores } from '@tidemark/testing';
import { TOTP } from 'otpauth';
import type { TestApi, TestResponse } from './api';
import { startTestApi } from './api';

export const PASSWORD = 'a long enough password';
export const ME = '/api/users/@me/';
export const OPERATOR = { projectId: 1, userId: null };
export const cookieOf = ({ headers }: TestResponse) =>
  headers.get('set-cookie')?.split(';', 1)[0] ?? '';
export const codeOf = (secret: string) => new TOTP({ secret }).generate({ timestamp: Date.now() });

/**
 * Registers an API and a clock that the tests of a file move.
 * @returns functions that sign users in
 */
export function secondFactorScene() {
  let api: TestApi;
  let database: Database;
  let hash: string;

  beforeAll(async () => {
    const urls = await createIsolatedStores();
    api = await startTestApi(urls, { TRUSTED_PROXY_HOPS: 1 });
    database = createDatabase(urls.postgres, {
      poolSize: 2,
      logger: createLogger('test', 'silent'),
    });
    hash = await hashPassword(PASSWORD);
  });
  afterAll(async () => {
    await api.stop();
    await database.close();
  });
  // Codes change every half a minute and each is valid once: the tests move the clock instead of waiting.
  let clock = Date.now();
  beforeEach(() => {
    jest.useFakeTimers({
      now: (clock += 120_000),
      doNotFake: [
        ...(['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const),
        ...(['setImmediate', 'clearImmediate', 'nextTick', 'queueMicrotask'] as const),
        ...(['hrtime', 'performance'] as const),
      ],
    });
  });
  afterEach(() => jest.useRealTimers());
  const wait = (seconds: number): void => {
    clock += seconds * 1_000;
    jest.setSystemTime(clock);
  };

  let people = 0;
  async function newUser(level = 1): Promise<{ readonly id: number; readonly email: string }> {
    const organization = await database.db
      .selectFrom('organizations')
      .select('id')
      .executeTakeFirstOrThrow();
    const email = `person${(people += 1)}@example.com`;
    const user = await createUserRepository(database).create(OPERATOR, {
      ...{ organizationId: organization.id, email, firstName: 'P', lastName: '' },
      ...{ currentProjectId: 1, organizationLevel: level, passwordHash: hash },
    });
    return { id: user?.id ?? 0, email };
  }

  let addresses = 0;
  const page = (cookie = '') => ({
    'x-forwarded-for': `198.51.${Math.floor(addresses / 250)}.${(addresses += 1) % 250}`,
    origin: api.base,
    'sec-fetch-site': 'same-origin',
    'x-tidemark-console': '1',
    ...(cookie !== '' && { cookie }),
  });
  const send = (path: string, json: object, cookie?: string, method = 'POST') =>
    api.call(method, path, { key: null, headers: page(cookie), json });
  const get = (path: string, cookie: string) =>
    api.call('GET', path, { key: null, headers: page(cookie) });
  const logIn = (email: string, password = PASSWORD) => send('/api/login/', { email, password });
  const finish = (pending: string, code: string) =>
    send('/api/login/second_factor/', { code }, pending);

  /** A user with an authenticator app. */
  async function enrolled(level = 1) {
    const user = await newUser(level);
    const cookie = cookieOf(await logIn(user.email));
    const { body: begun } = await send(`${ME}totp/`, {}, cookie);
    const secret = String(begun['secret']);
    const confirmed = await send(
      `${ME}totp/confirm/`,
      { code: codeOf(secret), current_password: PASSWORD },
      cookie,
    );
    expect([confirmed.status, confirmed.text]).toEqual([200, confirmed.text]);
    wait(60);
    const codes = confirmed.body['recovery_codes'] as readonly string[];
    return { ...user, secret, codes, cookie };
  }

  return {
    get api() {
      return api;
    },
    get database() {
      return database;
    },
    wait,
    newUser,
    page,
    send,
    get,
    logIn,
    finish,
    enrolled,
  };
}
