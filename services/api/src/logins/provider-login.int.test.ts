import { hashPassword } from '@tidemark/access';
import { createLogger } from '@tidemark/platform';
import type { Database } from '@tidemark/postgres';
import { createDatabase, createLoginRepository, createUserRepository } from '@tidemark/postgres';
import type { OidcProvider } from '@tidemark/testing';
import { createIsolatedStores, startOidcProvider } from '@tidemark/testing';
import type { TestApi, TestResponse } from '../test-support/api';
import { startTestApi } from '../test-support/api';

const OPERATOR = { projectId: 1, userId: null };
let provider: OidcProvider;
let urls: Awaited<ReturnType<typeof createIsolatedStores>>;
/** Only members, of two domains. */
let api: TestApi;
/** Everybody gets an account. */
let open: TestApi;
let without: TestApi;
let database: Database;

beforeAll(async () => {
  [provider, urls] = await Promise.all([startOidcProvider(), createIsolatedStores()]);
  const configured = {
    TRUSTED_PROXY_HOPS: 1,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
    OIDC_ALLOW_PRIVATE_ENDPOINTS: true,
  };
  const domains = ['example.com', 'example.org'];
  without = await startTestApi(urls);
  api = await startTestApi(urls, { ...configured, OIDC_ALLOWED_EMAIL_DOMAINS: domains });
  open = await startTestApi(urls, {
    ...configured,
    OIDC_CREATE_USERS: true,
    OIDC_DEFAULT_ROLE: 'admin',
  });
  database = createDatabase(urls.postgres, { poolSize: 1, logger: createLogger('test', 'silent') });
});
afterAll(async () => {
  await Promise.all([api.stop(), open.stop(), without.stop()]);
  await Promise.all([database.close(), provider.stop()]);
});

async function newUser(email: string, isActive = true): Promise<number> {
  const { id: organizationId } = await database.db
    .selectFrom('organizations')
    .select('id')
    .executeTakeFirstOrThrow();
  const user = await createUserRepository(database).create(OPERATOR, {
    ...{ organizationId, email, firstName: 'B', lastName: '', currentProjectId: 1 },
    organizationLevel: 1,
  });
  const id = user?.id ?? 0;
  if (!isActive) await createLoginRepository(database).setActive(OPERATOR, id, false, new Date());
  return id;
}

let addresses = 0;
const send = (server: TestApi, path: string, json: object, cookie = '') =>
  server.call('POST', path, {
    key: null,
    json,
    headers: {
      'x-forwarded-for': `203.0.113.${(addresses += 1) % 250}`,
      origin: server.base,
      'sec-fetch-site': 'same-origin',
      'x-tidemark-console': '1',
      ...(cookie !== '' && { cookie }),
    },
  });
const cookieOf = ({ headers }: TestResponse) => headers.get('set-cookie')?.split(';', 1)[0] ?? '';
const begin = (server = api) =>
  send(server, '/api/login/provider/begin/', { next: '/project/1/sql' });
const finish = (query: string, cookie: string, server = api) =>
  send(server, '/api/login/provider/', { query }, cookie);

/** Acts as a browser at the provider: follows its redirects with cookies and submits its form. */
async function visitProvider(start: string, form: Readonly<Record<string, string>>): Promise<URL> {
  const jar = new Map<string, string>();
  let address = start;
  let body: URLSearchParams | null = null;
  for (let step = 0; step < 10; step += 1) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response: Response = await fetch(address, {
      method: body === null ? 'GET' : 'POST',
      redirect: 'manual',
      headers: { cookie },
      ...(body !== null && { body }),
    });
    for (const header of response.headers.getSetCookie()) {
      const [name = '', ...value] = (header.split(';', 1)[0] ?? '').split('=');
      jar.set(name, value.join('='));
    }
    const location = response.headers.get('location');
    if (location === null) {
      expect(await response.text()).toContain('<form');
      body = new URLSearchParams(form);
      continue;
    }
    body = null;
    const next = new URL(location, address);
    if (next.pathname === '/login') return next;
    address = next.href;
  }
  throw new Error('the provider did not send the browser back');
}

async function signIn(
  account: string,
  server = api,
): Promise<{ readonly response: TestResponse; readonly back: URL; readonly cookie: string }> {
  const begun = await begin(server);
  expect([begun.status, begun.text]).toEqual([200, begun.text]);
  const cookie = cookieOf(begun);
  const back = await visitProvider(String(begun.body['url']), { account });
  return { response: await finish(back.search, cookie, server), back, cookie };
}

describe('sign-in by an OpenID Connect provider', () => {
  it('is offered where it is configured', async () => {
    const methods = async (server: TestApi) =>
      (await server.call('GET', '/api/login/methods/', { key: null })).body;
    expect(await methods(without)).toEqual({ provider: null });
    expect(await methods(api)).toEqual({ provider: { label: 'Continue with single sign-on' } });
    expect((await begin(without)).status).toBe(404);
    expect((await finish('?code=x', '', without)).status).toBe(404);
  });

  it('asks with PKCE, state and nonce, and comes back to the page it began on', async () => {
    const begun = await begin();
    const url = new URL(String(begun.body['url']));
    expect(url.origin).toBe(provider.issuer);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'tidemark',
      response_type: 'code',
      redirect_uri: `${api.base}/login`,
      scope: 'openid email profile',
      state: expect.stringMatching(/^[\w-]{43}$/) as string,
      nonce: expect.stringMatching(/^[\w-]{43}$/) as string,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
      code_challenge_method: 'S256',
    });
    expect(begun.headers.get('set-cookie')).toMatch(/^tidemark_login_.*HttpOnly; SameSite=Strict$/);
  });

  it('opens a session of the member with the address', async () => {
    const id = await newUser('bea@example.com');
    const { response } = await signIn('bea-1|bea@example.com');
    expect([response.status, response.body]).toEqual([
      200,
      { success: true, next: '/project/1/sql' },
    ]);
    const me = await api.call('GET', '/api/users/@me/', {
      key: null,
      headers: { cookie: cookieOf(response) },
    });
    expect(me.body).toMatchObject({ id, email: 'bea@example.com' });
    const log = await database.db
      .selectFrom('activity_log')
      .select(['activity', 'user_id'])
      .where('item_id', '=', String(id))
      .execute();
    expect(log).toContainEqual({ activity: 'linked_provider', user_id: id });
  });

  it('knows the person by the subject afterwards, whatever their address', async () => {
    const id = await newUser('cleo@example.com');
    expect((await signIn('cleo-1|cleo@example.com')).response.status).toBe(200);
    // The address at the provider is another one now, and a member here has it.
    await newUser('other@example.com');
    const { response } = await signIn('cleo-1|other@example.com');
    const me = await api.call('GET', '/api/users/@me/', {
      key: null,
      headers: { cookie: cookieOf(response) },
    });
    expect(me.body).toMatchObject({ id, email: 'cleo@example.com' });
    // The address of a linked member was reassigned to another user.
    const taken = await signIn('not-cleo|cleo@example.com');
    expect(taken.response.body).toMatchObject({
      code: 'provider_error',
      detail: expect.stringContaining('belongs to somebody else') as string,
    });
  });

  it.each([
    ['no member', 'stranger|stranger@example.com', 'There is no account with your email address.'],
    ['not verified', 'x|bea@example.com|no', 'has not verified your email address'],
    ['of another domain', 'y|bea@example.net', 'Addresses of example.net may not sign in here.'],
    ['of a lookalike', 'z|bea@notexample.com', 'Addresses of notexample.com may not sign in'],
    ['deactivated', 'gone|gone@example.com', 'Your account was deactivated.'],
  ])('rejects somebody who is %s', async (_, account, sentence) => {
    if (account.startsWith('gone')) await newUser('gone@example.com', false);
    const { response } = await signIn(account);
    expect([response.status, response.body]).toMatchObject([
      400,
      { code: 'provider_error', detail: expect.stringContaining(sentence) as string },
    ]);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it('makes an account where that is configured, with the role that is', async () => {
    const { response } = await signIn('new-1|new@anywhere.example', open);
    expect(response.body).toMatchObject({ success: true });
    const me = await open.call('GET', '/api/users/@me/', {
      key: null,
      headers: { cookie: cookieOf(response) },
    });
    expect(me.body).toMatchObject({
      ...{ email: 'new@anywhere.example', first_name: 'Bea', is_email_verified: true },
      organization: { membership_level: 8 },
      team: { id: 1 },
    });
    // Without a password, a session that was opened just now is proof enough.
    const factors = await open.call('GET', '/api/users/@me/factors/', {
      key: null,
      headers: { cookie: cookieOf(response) },
    });
    expect(factors.body).toMatchObject({ has_password: false });
    const begun = await send(open, '/api/users/@me/passkeys/begin/', {}, cookieOf(response));
    expect(begun.status).toBe(200);
    await database.db
      .updateTable('login_sessions')
      .set({ created_at: new Date(Date.now() - 3_600_000) })
      .execute();
    await send(open, '/api/users/@me/sessions/end_others/', {}, cookieOf(response));
    const late = await send(open, '/api/users/@me/passkeys/begin/', {}, cookieOf(response));
    expect([late.status, late.body.detail]).toEqual([
      403,
      expect.stringContaining('Sign in again') as string,
    ]);
  });

  it('lists the linked accounts of a user, and unlinks one with their password', async () => {
    const password = 'correct horse battery staple';
    const id = await newUser('lea@example.com');
    const cookie = cookieOf((await signIn('lea-1|lea@example.com')).response);
    const unlink = (json: object, as = cookie) =>
      send(api, '/api/users/@me/provider_accounts/unlink/', json, as);
    const account = { issuer: provider.issuer, subject: 'lea-1' };
    const list = async () =>
      (
        await api.call('GET', '/api/users/@me/provider_accounts/', {
          key: null,
          headers: { cookie },
        })
      ).body as unknown;
    expect(await list()).toEqual([{ ...account, created_at: expect.any(String) as string }]);

    // Without a password and a passkey it is the only way in.
    const only = await unlink(account);
    expect([only.status, only.body.detail]).toEqual([
      400,
      'You have no password and no passkey: this account is your only way to sign in.',
    ]);
    const hash = await hashPassword(password);
    await createLoginRepository(database).setPassword(OPERATOR, id, hash, new Date());
    const again = cookieOf((await signIn('lea-1|lea@example.com')).response);
    expect((await unlink({ ...account, current_password: 'wrong' }, again)).status).toBe(400);
    const other = { issuer: provider.issuer, subject: 'bea-1' };
    const notOwn = await unlink({ ...other, current_password: password }, again);
    expect(notOwn.status).toBe(404);
    const done = await unlink({ ...account, current_password: password }, again);
    expect(done.status).toBe(204);
    const left = await api.call('GET', '/api/users/@me/provider_accounts/', {
      key: null,
      headers: { cookie: again },
    });
    expect(left.body).toEqual([]);
    const log = await database.db
      .selectFrom('activity_log')
      .select(['activity', 'user_id'])
      .where('item_id', '=', String(id))
      .execute();
    expect(log).toContainEqual({ activity: 'unlinked_provider', user_id: id });
  });

  it('asks for the own second factor, unless the provider did', async () => {
    const id = await newUser('dora@example.com');
    await database.db
      .insertInto('user_totp')
      .values({
        ...{ user_id: id, sealed_secret: 'unread', last_step: 0 },
        ...{ created_at: new Date(), confirmed_at: new Date() },
      })
      .execute();
    const asked = (await signIn('dora|dora@example.com')).response;
    expect(asked.body).toEqual({ success: false, second_factor: ['totp'], next: '/project/1/sql' });
    const proved = (await signIn('dora|dora@example.com|yes|mfa')).response;
    expect(proved.body).toMatchObject({ success: true });
    const sessions = await database.db
      .selectFrom('login_sessions')
      .select('second_factor')
      .where('user_id', '=', id)
      .execute();
    expect(sessions).toEqual([{ second_factor: 'provider' }]);
  });

  it('works once, in the browser that began it', async () => {
    const { back, cookie } = await signIn('bea-1|bea@example.com');
    expect((await finish(back.search, cookie)).body).toMatchObject({ code: 'sign_in_over' });
    const begun = await begin();
    const next = await visitProvider(String(begun.body['url']), {
      account: 'bea-1|bea@example.com',
    });
    expect((await finish(next.search, '')).body).toMatchObject({ code: 'sign_in_over' });
    // An attacker's own response in the victim's browser: login CSRF.
    const victim = cookieOf(await begin());
    const { body } = await finish(next.search, victim);
    expect(body).toMatchObject({ code: 'provider_error' });
  });

  it.each([
    ['another state', (query: URLSearchParams) => query.set('state', 'x')],
    ['another issuer', (query: URLSearchParams) => query.set('iss', 'https://evil.example')],
    ['a code that is none', (query: URLSearchParams) => query.set('code', 'x')],
  ])('rejects %s', async (_, change) => {
    const begun = await begin();
    const back = await visitProvider(String(begun.body['url']), {
      account: 'bea-1|bea@example.com',
    });
    change(back.searchParams);
    const { status, body } = await finish(back.search, cookieOf(begun));
    expect([status, body]).toMatchObject([400, { code: 'provider_error' }]);
  });

  it('says what the provider said, as a sentence', async () => {
    const begun = await begin();
    const back = await visitProvider(String(begun.body['url']), { cancel: '1' });
    expect(back.searchParams.get('error')).toBe('access_denied');
    const { body } = await finish(back.search, cookieOf(begun));
    expect(body.detail).toBe(
      'The sign-in was cancelled at the provider, or the provider does not let you in.',
    );
  });

  it('says that the provider is not available, and does not connect to private addresses', async () => {
    const closed = await startTestApi(urls, {
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: 'tidemark',
    });
    const { status, body } = await begin(closed);
    expect([status, body.detail]).toEqual([
      400,
      'The sign-in provider is not available now. Try again later, or sign in with your password.',
    ]);
    await closed.stop();
  });
});
