import { hashPassword } from '@tidemark/access';
import { createLogger } from '@tidemark/platform';
import type { Database } from '@tidemark/postgres';
import { createDatabase, createUserRepository } from '@tidemark/postgres';
import { createIsolatedStores } from '@tidemark/testing';
import type { TestApi, TestResponse } from '../test-support/api';
import { startTestApi } from '../test-support/api';
import { createSoftwareAuthenticator } from '../test-support/software-authenticator';

const PASSWORD = 'a long enough password';
const ME = '/api/users/@me/';
const HOST = 'tidemark.example';
const ORIGIN = `https://${HOST}`;
const OPERATOR = { projectId: 1, userId: null };
let api: TestApi;
let database: Database;
let passwordHash: string;

beforeAll(async () => {
  const urls = await createIsolatedStores();
  api = await startTestApi(urls, { TRUSTED_PROXY_HOPS: 1 });
  database = createDatabase(urls.postgres, { poolSize: 1, logger: createLogger('test', 'silent') });
  passwordHash = await hashPassword(PASSWORD);
});
afterAll(async () => {
  await api.stop();
  await database.close();
});

let addresses = 0;
const send = (path: string, json: object, cookie = '', host = HOST) =>
  api.call('POST', path, {
    key: null,
    json,
    headers: {
      'x-forwarded-for': `192.0.2.${(addresses += 1) % 250}`,
      'x-forwarded-proto': 'https',
      'x-forwarded-host': host,
      origin: `https://${host}`,
      'sec-fetch-site': 'same-origin',
      'x-tidemark-console': '1',
      ...(cookie !== '' && { cookie }),
    },
  });
const cookieOf = ({ headers }: TestResponse) => headers.get('set-cookie')?.split(';', 1)[0] ?? '';
const optionsOf = ({ body }: TestResponse) =>
  body['options'] as {
    readonly challenge: string;
    readonly rpId?: string;
    readonly user?: { readonly id: string };
    readonly allowCredentials?: readonly { readonly id: string }[];
  };
const meOf = (cookie: string) =>
  api.call('GET', ME, {
    key: null,
    headers: { cookie, 'x-forwarded-proto': 'https', 'x-forwarded-host': HOST },
  });

let people = 0;
async function signedIn() {
  const { id: organizationId } = await database.db
    .selectFrom('organizations')
    .select('id')
    .executeTakeFirstOrThrow();
  const email = `key${(people += 1)}@example.com`;
  const user = await createUserRepository(database).create(OPERATOR, {
    ...{ organizationId, email, firstName: 'K', lastName: '', currentProjectId: 1 },
    ...{ organizationLevel: 1, passwordHash },
  });
  const response = await send('/api/login/', { email, password: PASSWORD });
  return { email, id: user?.id ?? 0, cookie: cookieOf(response) };
}

const beginRegistration = (cookie: string) =>
  send(`${ME}passkeys/begin/`, { current_password: PASSWORD }, cookie);
const register = (cookie: string, response: object, name = 'Laptop') =>
  send(`${ME}passkeys/`, { name, response }, cookie);

/** A user with a passkey. */
async function withPasskey() {
  const user = await signedIn();
  const key = createSoftwareAuthenticator(ORIGIN);
  const options = optionsOf(await beginRegistration(user.cookie));
  const made = await register(user.cookie, key.register(options));
  expect([made.status, made.text]).toEqual([201, made.text]);
  return { ...user, key, made };
}
type Key = ReturnType<typeof createSoftwareAuthenticator>;
type Changes = Parameters<Key['sign']>[1];

/** A sign-in without a password. */
async function signInBy(key: Key, changes: Changes = {}, host = HOST): Promise<TestResponse> {
  const begun = await send('/api/login/passkey/begin/', {}, '', host);
  const response = key.sign(optionsOf(begun), changes);
  return send('/api/login/passkey/', { response }, cookieOf(begun), host);
}

describe('a passkey', () => {
  it('is registered for this host with the password, and comes with recovery codes', async () => {
    const { cookie, made } = await withPasskey();
    expect(made.body).toMatchObject({ passkey: { name: 'Laptop', last_used_at: null } });
    expect(made.body['recovery_codes']).toHaveLength(10);
    const second = createSoftwareAuthenticator(ORIGIN);
    const begun = await beginRegistration(cookie);
    expect(optionsOf(begun)).toMatchObject({
      rp: { name: 'Tidemark', id: HOST },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ transports: ['internal'] }],
    });
    const again = await register(cookie, second.register(optionsOf(begun)), 'Phone');
    // The passkeys of the first user stay.
    expect(again.body).toMatchObject({ passkey: { name: 'Phone' }, recovery_codes: null });
    const wrong = await send(`${ME}passkeys/begin/`, { current_password: 'wrong' }, cookie);
    expect(wrong.body).toMatchObject({ code: 'incorrect_password' });
  });

  it.each([
    ['of another origin', { origin: 'https://tidemark.example.evil.com' }],
    ['of another challenge', { challenge: Buffer.from('another').toString('base64url') }],
    ['without verification of the user', { isVerified: false }],
  ])('is not registered %s', async (_, changes) => {
    const { cookie } = await signedIn();
    const options = optionsOf(await beginRegistration(cookie));
    const key = createSoftwareAuthenticator(ORIGIN);
    expect((await register(cookie, key.register(options, changes))).body).toMatchObject({
      code: 'invalid_passkey',
    });
    // The challenge was used up.
    expect((await register(cookie, key.register(options))).status).toBe(400);
  });

  it('belongs to one user', async () => {
    const { key } = await withPasskey();
    const other = await signedIn();
    const options = optionsOf(await beginRegistration(other.cookie));
    expect((await register(other.cookie, key.register(options))).status).toBe(400);
  });

  it('signs in without a password, and counts as both factors', async () => {
    const { key, email, id } = await withPasskey();
    const done = await signInBy(key);
    expect([done.status, done.body]).toEqual([200, { success: true }]);
    expect((await meOf(cookieOf(done))).body).toMatchObject({ email });
    const factors = await database.db
      .selectFrom('login_sessions')
      .select('second_factor')
      .where('user_id', '=', id)
      .execute();
    expect(factors).toContainEqual({ second_factor: 'passkey' });
  });

  it('is the second factor after a password', async () => {
    const { key, email } = await withPasskey();
    const asked = await send('/api/login/', { email, password: PASSWORD });
    expect(asked.body).toEqual({ success: false, second_factor: ['passkey', 'recovery_code'] });
    const cookie = cookieOf(asked);
    const begun = await send('/api/login/passkey/begin/', { second_factor: true }, cookie);
    expect(optionsOf(begun).allowCredentials).toHaveLength(1);
    const prove = (response: object) =>
      send('/api/login/passkey/', { second_factor: true, response }, cookie);
    // A valid response with a passkey of another user.
    const other = await withPasskey();
    expect((await prove(other.key.sign(optionsOf(begun)))).body).toMatchObject({
      code: 'invalid_passkey',
    });
    // Its challenge was used up.
    expect((await prove(key.sign(optionsOf(begun)))).status).toBe(400);
    const next = await send('/api/login/passkey/begin/', { second_factor: true }, cookie);
    const done = await prove(key.sign(optionsOf(next)));
    expect([done.status, done.body]).toEqual([200, { success: true }]);
    expect((await meOf(cookieOf(done))).body).toMatchObject({ email });
  });

  it.each([
    ['of another origin', { origin: 'https://tidemark.example.evil.com' }],
    ['of another challenge', { challenge: Buffer.from('another').toString('base64url') }],
    ['without verification of the user', { isVerified: false }],
    ['whose count did not grow, as of a copy', { count: 1 }],
  ])('does not sign in %s', async (_, changes) => {
    const { key } = await withPasskey();
    expect((await signInBy(key)).status).toBe(200);
    const rejected = await signInBy(key, changes);
    expect([rejected.status, rejected.body]).toMatchObject([400, { code: 'invalid_passkey' }]);
    expect(rejected.headers.getSetCookie()).toEqual([]);
  });

  it('rejects a replayed response, and one from another browser', async () => {
    const { key } = await withPasskey();
    const begun = await send('/api/login/passkey/begin/', {});
    const response = key.sign(optionsOf(begun));
    expect((await send('/api/login/passkey/', { response })).body).toMatchObject({
      code: 'sign_in_over',
    });
    expect((await send('/api/login/passkey/', { response }, cookieOf(begun))).status).toBe(200);
    expect((await send('/api/login/passkey/', { response }, cookieOf(begun))).body).toMatchObject({
      code: 'sign_in_over',
    });
  });

  it('is of the host that it was made for', async () => {
    const { key } = await withPasskey();
    const elsewhere = await signInBy(key, {}, 'other.example');
    expect(elsewhere.body).toMatchObject({ code: 'invalid_passkey' });
  });

  it('is invalid after it was removed with the password', async () => {
    const { key, made, cookie, email } = await withPasskey();
    const { id } = made.body['passkey'] as { readonly id: string };
    const remove = (json: object) => send(`${ME}passkeys/${id}/remove/`, json, cookie);
    expect((await remove({})).status).toBe(400);
    const other = await signedIn();
    const foreign = await send(
      `${ME}passkeys/${id}/remove/`,
      { current_password: PASSWORD },
      other.cookie,
    );
    expect(foreign.status).toBe(404);
    expect((await remove({ current_password: PASSWORD })).status).toBe(204);
    expect((await signInBy(key)).body).toMatchObject({ code: 'invalid_passkey' });
    expect((await send('/api/login/', { email, password: PASSWORD })).body).toEqual({
      success: true,
    });
  });

  it('is reported in the activity log', async () => {
    const { id, made, cookie } = await withPasskey();
    const passkey = made.body['passkey'] as { readonly id: string };
    await send(`${ME}passkeys/${passkey.id}/remove/`, { current_password: PASSWORD }, cookie);
    const rows = await database.db
      .selectFrom('activity_log')
      .select('activity')
      .where('user_id', '=', id)
      .execute();
    const activities = rows.map(({ activity }) => activity);
    expect(activities).toContain('added_passkey');
    expect(activities).toContain('removed_passkey');
  });
});
