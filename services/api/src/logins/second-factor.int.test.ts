import { hashPassword } from '@tidemark/access';
import { createLogger } from '@tidemark/platform';
import type { Database } from '@tidemark/postgres';
import {
  createDatabase,
  createLoginRepository,
  createMemberRepository,
  createSecondFactorRepository,
  createUserRepository,
} from '@tidemark/postgres';
import { createIsolatedStores } from '@tidemark/testing';
import { TOTP } from 'otpauth';
import type { TestApi, TestResponse } from '../test-support/api';
import { startTestApi } from '../test-support/api';

const PASSWORD = 'a long enough password';
const ME = '/api/users/@me/';
const OPERATOR = { projectId: 1, userId: null };
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
// Codes change every half a minute, and each is good once: the tests move the clock instead of waiting.
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
const cookieOf = ({ headers }: TestResponse) => headers.get('set-cookie')?.split(';', 1)[0] ?? '';
const logIn = (email: string, password = PASSWORD) => send('/api/login/', { email, password });
const finish = (pending: string, code: string) =>
  send('/api/login/second_factor/', { code }, pending);
const codeOf = (secret: string) => new TOTP({ secret }).generate({ timestamp: Date.now() });

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

describe('an authenticator app', () => {
  it('is added with a code and the password, and then asked for before there is a session', async () => {
    const user = await newUser();
    const cookie = cookieOf(await logIn(user.email));
    const begun = await send(`${ME}totp/`, {}, cookie);
    const { secret, uri } = begun.body as unknown as { secret: string; uri: string };
    expect(uri).toBe(
      `otpauth://totp/Tidemark:${encodeURIComponent(user.email)}?issuer=Tidemark&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    );
    // Not on yet.
    expect((await logIn(user.email)).body).toEqual({ success: true });
    const confirm = (code: string, current_password?: string) =>
      send(`${ME}totp/confirm/`, { code, current_password }, cookie);
    expect((await confirm(codeOf(secret))).body).toMatchObject({ attr: 'current_password' });
    expect((await confirm(codeOf(secret), 'wrong')).body).toMatchObject({
      code: 'incorrect_password',
    });
    expect((await confirm('000000', PASSWORD)).body).toMatchObject({ code: 'invalid_code' });
    const { body } = await confirm(codeOf(secret), PASSWORD);
    expect(body['recovery_codes']).toHaveLength(10);

    const stored = JSON.stringify([
      await database.db.selectFrom('user_totp').selectAll().execute(),
      await database.db.selectFrom('recovery_codes').selectAll().execute(),
      await database.db.selectFrom('activity_log').selectAll().execute(),
    ]);
    for (const plain of [secret, ...(body['recovery_codes'] as string[])]) {
      expect(stored).not.toContain(plain);
      expect(stored).not.toContain(plain.replaceAll('-', ''));
    }

    wait(60);
    const asked = await logIn(user.email);
    expect([asked.status, asked.body]).toEqual([
      200,
      { success: false, second_factor: ['totp', 'recovery_code'] },
    ]);
    const pending = cookieOf(asked);
    expect(asked.headers.get('set-cookie')).toMatch(
      /^tidemark_login_\w+=[\w-]+; Path=\/; Max-Age=300; HttpOnly; SameSite=Strict$/,
    );
    expect((await get(ME, pending)).status).toBe(401);
    const done = await finish(pending, codeOf(secret));
    expect([done.status, done.body]).toEqual([200, { success: true }]);
    expect((await get(ME, cookieOf(done))).body).toMatchObject({ email: user.email });
    // The sign-in was used up.
    expect((await finish(pending, codeOf(secret))).body).toMatchObject({ code: 'sign_in_over' });
  });

  it('takes each code once, also the one that it was added with', async () => {
    const { email, secret } = await enrolled();
    const code = codeOf(secret);
    expect((await finish(cookieOf(await logIn(email)), code)).status).toBe(200);
    const again = await finish(cookieOf(await logIn(email)), code);
    expect([again.status, again.body]).toMatchObject([400, { code: 'invalid_code' }]);
    // One step earlier is as late.
    const earlier = new TOTP({ secret }).generate({ timestamp: Date.now() - 30_000 });
    expect((await finish(cookieOf(await logIn(email)), earlier)).status).toBe(400);
    wait(30);
    expect((await finish(cookieOf(await logIn(email)), codeOf(secret))).status).toBe(200);
  });

  it('lets one of two at once in', async () => {
    const { email, secret } = await enrolled();
    const pending = [cookieOf(await logIn(email)), cookieOf(await logIn(email))];
    const both = await Promise.all(pending.map((cookie) => finish(cookie, codeOf(secret))));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('has five tries in one sign-in, and ten in a quarter of an hour', async () => {
    const { email, secret } = await enrolled();
    const pending = cookieOf(await logIn(email));
    for (let time = 0; time < 5; time += 1) {
      expect((await finish(pending, '000000')).body).toMatchObject({ code: 'invalid_code' });
    }
    // Even with the right one.
    expect((await finish(pending, codeOf(secret))).body).toMatchObject({ code: 'sign_in_over' });
    const next = cookieOf(await logIn(email));
    const statuses: number[] = [];
    for (let time = 0; time < 5; time += 1) statuses.push((await finish(next, '000000')).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400]);
    const third = cookieOf(await logIn(email));
    expect((await finish(third, codeOf(secret))).status).toBe(429);
  });

  it('has five minutes, and one browser', async () => {
    const { email, secret } = await enrolled();
    const pending = cookieOf(await logIn(email));
    const elsewhere = await send('/api/login/second_factor/', { code: codeOf(secret) });
    expect(elsewhere.body).toMatchObject({ code: 'sign_in_over' });
    wait(301);
    expect((await finish(pending, codeOf(secret))).body).toMatchObject({ code: 'sign_in_over' });
  });

  it('is no session by another name, and is asked for from pages of this server only', async () => {
    const { email, secret } = await enrolled();
    const asked = await logIn(email);
    const [name = '', value = ''] = cookieOf(asked).split('=');
    const session = `${name.replace('tidemark_login_', 'tidemark_session_')}=${value}`;
    expect((await get(ME, session)).status).toBe(401);
    const foreign = await api.call('POST', '/api/login/second_factor/', {
      key: null,
      headers: { ...page(cookieOf(asked)), origin: 'https://evil.example' },
      json: { code: codeOf(secret) },
    });
    expect(foreign.status).toBe(403);
  });

  it('is required in the same request when a user signs in for tokens', async () => {
    const { email, secret } = await enrolled();
    const tokens = (code?: string) =>
      api.call('POST', '/api/login/', {
        key: null,
        headers: { 'x-forwarded-for': page()['x-forwarded-for'] },
        json: { email, password: PASSWORD, code },
      });
    expect([(await tokens()).status, (await tokens()).body]).toMatchObject([
      401,
      { code: '2fa_required', detail: '2FA is required.' },
    ]);
    expect((await tokens('123456')).body).toMatchObject({ code: 'invalid_code' });
    expect((await tokens(codeOf(secret))).body).toMatchObject({ success: true });
  });

  it('is removed with the password and a code, and its recovery codes with it', async () => {
    const { email, id, secret, cookie } = await enrolled();
    const remove = (json: object) => send(`${ME}totp/disable/`, json, cookie);
    expect((await remove({ code: codeOf(secret) })).status).toBe(400);
    expect((await remove({ code: '000000', current_password: PASSWORD })).status).toBe(400);
    const removed = await remove({ code: codeOf(secret), current_password: PASSWORD });
    expect([removed.status, removed.text]).toEqual([204, '']);
    expect((await logIn(email)).body).toEqual({ success: true });
    const codes = await database.db
      .selectFrom('recovery_codes')
      .selectAll()
      .where('user_id', '=', id)
      .execute();
    expect(codes).toEqual([]);
  });

  it('is the business of its owner, who is signed in', async () => {
    for (const path of ['totp/', 'passkeys/begin/', 'recovery_codes/']) {
      expect((await api.call('POST', ME + path, { json: {} })).status).toBe(403);
    }
  });

  it('is reported in the activity log', async () => {
    const { id, email, codes, secret, cookie } = await enrolled();
    await finish(cookieOf(await logIn(email)), codes[0] ?? '');
    await send(`${ME}totp/disable/`, { code: codeOf(secret), current_password: PASSWORD }, cookie);
    const rows = await database.db
      .selectFrom('activity_log')
      .select('activity')
      .where('item_id', '=', String(id))
      .where('user_id', '=', id)
      .execute();
    const activities = rows.map(({ activity }) => activity);
    for (const one of ['enabled_totp', 'used_recovery_code', 'disabled_totp']) {
      expect(activities).toContain(one);
    }
  });
});

describe('a recovery code', () => {
  it('is good once, however it is typed', async () => {
    const { email, codes, cookie } = await enrolled();
    const [first = ''] = codes;
    expect(first).toMatch(/^(\w{4}-){3}\w{4}$/);
    const typed = ` ${first.toUpperCase().replaceAll('-', ' ')} `;
    expect((await finish(cookieOf(await logIn(email)), typed)).status).toBe(200);
    expect((await finish(cookieOf(await logIn(email)), first)).status).toBe(400);
    expect((await get(`${ME}factors/`, cookie)).body).toMatchObject({ recovery_codes_left: 9 });
  });

  it('is worth nothing after new ones were made', async () => {
    const { email, codes, cookie } = await enrolled();
    const { body } = await send(`${ME}recovery_codes/`, { current_password: PASSWORD }, cookie);
    const fresh = body['recovery_codes'] as readonly string[];
    expect((await finish(cookieOf(await logIn(email)), codes[1] ?? '')).status).toBe(400);
    expect((await finish(cookieOf(await logIn(email)), fresh[1] ?? '')).status).toBe(200);
  });
});

describe('a user who lost all second factors', () => {
  it('gets in by the password again after the operator reset the factors', async () => {
    const { id, email } = await enrolled();
    const factors = createSecondFactorRepository(database);
    expect(await factors.reset(OPERATOR, id)).toBe(true);
    expect(await factors.reset(OPERATOR, id)).toBe(false);
    expect((await logIn(email)).body).toEqual({ success: true });
  });

  it.each(['removed', 'deactivated'])('leaves no factor behind when they are %s', async (how) => {
    const { id, email, cookie } = await enrolled();
    if (how === 'deactivated') {
      await createLoginRepository(database).setActive(OPERATOR, id, false, new Date());
    } else {
      const { body } = await get(ME, cookie);
      const { organization_id: organizationId } = await database.db
        .selectFrom('users')
        .select('organization_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const by = { organizationId, userId: id };
      const change = await createMemberRepository(database).remove(
        by,
        String(body['uuid']),
        new Date(),
      );
      expect(change.outcome).toBe('done');
    }
    expect(await createSecondFactorRepository(database).read(id)).toEqual({
      totp: null,
      passkeys: [],
      recoveryCodesLeft: 0,
    });
    expect((await logIn(email)).status).toBe(400);
  });
});

describe('an organization that asks for a second factor', () => {
  const ORGANIZATION = '/api/organizations/@current/';
  const enforce = (cookie: string, enforce_2fa: boolean) =>
    send(ORGANIZATION, { enforce_2fa }, cookie, 'PATCH');
  let owner: Awaited<ReturnType<typeof enrolled>>;
  let cookie: string;
  beforeEach(async () => {
    owner = await enrolled(15);
    cookie = cookieOf(await finish(cookieOf(await logIn(owner.email)), codeOf(owner.secret)));
  });
  afterEach(async () => {
    await enforce(cookie, false);
  });

  it('is required only by a user who has one', async () => {
    const other = cookieOf(await logIn((await newUser(15)).email));
    expect((await enforce(other, true)).body).toMatchObject({ code: 'no_second_factor' });
    expect((await enforce(cookie, true)).body).toMatchObject({ enforce_2fa: true });
    const log = await database.db
      .selectFrom('activity_log')
      .select(['scope', 'activity', 'user_id'])
      .where('scope', '=', 'Organization')
      .execute();
    expect(log).toContainEqual({ scope: 'Organization', activity: 'updated', user_id: owner.id });
  });

  it('lets members without one reach their account, until they have one', async () => {
    const { email } = await newUser();
    await enforce(cookie, true);
    const member = cookieOf(await logIn(email));
    const refused = await get('/api/projects/1/actions/', member);
    expect([refused.status, refused.body]).toMatchObject([403, { code: 'second_factor_required' }]);
    const key = await send('/api/personal_api_keys/', { label: 'x', scopes: ['*'] }, member);
    expect(key.body).toMatchObject({ code: 'second_factor_required' });
    expect((await get(ME, member)).status).toBe(200);
    expect((await get(`${ME}factors/`, member)).body).toMatchObject({ is_required: true });
    const begun = await send(`${ME}totp/`, {}, member);
    const code = codeOf(String(begun.body['secret']));
    await send(`${ME}totp/confirm/`, { code, current_password: PASSWORD }, member);
    expect((await get('/api/projects/1/actions/', member)).status).toBe(200);
  });

  it('says among its members who has one', async () => {
    const { email } = await newUser();
    const { body } = await get(`${ORGANIZATION}members/?limit=100`, cookie);
    const of = (address: string) =>
      body.results.find(({ user }) => (user as { email: string }).email === address);
    expect(of(owner.email)).toMatchObject({ is_2fa_enabled: true });
    expect(of(email)).toMatchObject({ is_2fa_enabled: false });
  });
});
