import { hashPassword } from '@tidemark/access';
import { createLogger } from '@tidemark/platform';
import type { Database } from '@tidemark/postgres';
import { createDatabase, createLoginRepository } from '@tidemark/postgres';
import { createStoresWithoutEvents } from '@tidemark/testing';
import type { TestResponse, TestApi } from '../test-support/api';
import { startTestApi } from '../test-support/api';

const PASSWORD = 'a long enough password';
const OPERATOR = { projectId: 1, userId: null };
const ACTIONS = '/api/projects/1/actions/';
let api: TestApi;
let behindTls: TestApi;
let database: Database;

beforeAll(async () => {
  const stores = await createStoresWithoutEvents();
  api = await startTestApi(stores, { QUERY_RATE_LIMIT_PER_HOUR: 1 });
  behindTls = await startTestApi(stores, { TRUSTED_PROXY_HOPS: 1 });
  database = createDatabase(stores.postgres, { poolSize: 1, logger: createLogger('test', 'warn') });
  const hash = await hashPassword(PASSWORD);
  await createLoginRepository(database).setPassword(OPERATOR, 1, hash, new Date());
});
afterAll(async () => {
  await Promise.all([api.stop(), behindTls.stop()]);
  await database.close();
});

let clients = 0;
/** The headers of the console's write requests, with a new client address each time. */
const ownPage = () => ({
  'x-forwarded-for': `198.51.${Date.now() % 256}.${(clients += 1) % 256}`,
  origin: api.base,
  'sec-fetch-site': 'same-origin',
  'x-tidemark-console': '1',
});
const CREDENTIALS = { email: 'admin@localhost', password: PASSWORD };
const logIn = (headers: Readonly<Record<string, string>> = ownPage(), json: object = CREDENTIALS) =>
  api.call('POST', '/api/login/', { key: null, headers, json });
const cookieOf = ({ headers }: TestResponse) => headers.get('set-cookie')?.split(';', 1)[0] ?? '';

async function signedIn(): Promise<string> {
  const response = await logIn();
  expect(response.status).toBe(200);
  return cookieOf(response);
}
const get = (path: string, cookie: string, headers: Readonly<Record<string, string>> = {}) =>
  api.call('GET', path, { key: null, headers: { cookie, ...headers } });
const change = (cookie: string, headers: Readonly<Record<string, string>>, method = 'POST') =>
  api.call(method, ACTIONS, { key: null, headers: { cookie, ...headers }, json: { name: 'x' } });

describe('signing in from the console', () => {
  it('sets a cookie that no script reads, and tells no token', async () => {
    const response = await logIn();
    expect([response.status, response.body]).toEqual([200, { success: true }]);
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^tidemark_session_[0-9a-f]{16}=tmc_[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict$/,
      ),
    ]);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const { rows } = { rows: await database.db.selectFrom('login_sessions').selectAll().execute() };
    const value = cookieOf(response).split('=')[1] ?? '';
    expect(JSON.stringify(rows)).not.toContain(value);
    expect(rows.some(({ cookie_hash }) => cookie_hash?.startsWith('sha256$') === true)).toBe(true);
    expect(await database.db.selectFrom('refresh_tokens').selectAll().execute()).toEqual([]);
  });

  it('reads and changes with it, as the role of its user', async () => {
    const cookie = await signedIn();
    const me = await get('/api/users/@me/', cookie, { 'sec-fetch-site': 'same-origin' });
    expect(me.body).toMatchObject({
      email: 'admin@localhost',
      scopes: ['*'],
      version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
      public_url: api.base,
    });
    const made = await change(cookie, ownPage());
    expect(made.status).toBe(201);
    for (const { headers } of [me, made]) {
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.has('access-control-allow-origin')).toBe(false);
    }
  });

  it('gives a role its own scopes', async () => {
    const logins = createLoginRepository(database);
    await logins.setLevel(OPERATOR, 1, 1);
    try {
      const { body } = await get('/api/users/@me/', await signedIn());
      expect(body['scopes']).toContain('action:write');
      expect(body['scopes']).not.toContain('*');
    } finally {
      await logins.setLevel(OPERATOR, 1, 15);
    }
  });

  it('is not throttled on the query routes', async () => {
    const cookie = await signedIn();
    const json = { query: { kind: 'HogQLQuery', query: 'select 1' } };
    for (let time = 0; time < 3; time += 1) {
      const headers = { ...ownPage(), cookie };
      const response = await api.call('POST', '/api/projects/1/query/', {
        key: null,
        headers,
        json,
      });
      expect(response.status).toBe(200);
    }
  });

  it.each([
    ['another page', { origin: 'https://evil.example' }],
    ['another port of this host', { origin: 'http://127.0.0.1:1' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
  ])('is rejected to %s', async (_, headers) => {
    const response = await logIn({ ...ownPage(), ...headers });
    expect([response.status, response.body]).toMatchObject([403, { code: 'permission_denied' }]);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it('with a wrong password, or without our header, sets no cookie', async () => {
    const wrong = await logIn(ownPage(), { ...CREDENTIALS, password: 'wrong' });
    expect([wrong.status, wrong.body]).toMatchObject([400, { code: 'invalid_credentials' }]);
    const tokens = await logIn({});
    expect(tokens.body).toMatchObject({ access_token: expect.any(String) as string });
    for (const { headers } of [wrong, tokens]) expect(headers.getSetCookie()).toEqual([]);
  });
});

describe('a cookie in a request that another page could have made', () => {
  it.each([['none'], ['same-site'], ['cross-site'], ['nonsense']])(
    'reads nothing with Sec-Fetch-Site: %s',
    async (site) => {
      const response = await get(ACTIONS, await signedIn(), { 'sec-fetch-site': site });
      expect([response.status, response.body]).toMatchObject([403, { code: 'permission_denied' }]);
    },
  );

  it.each([
    ['another origin', { origin: 'https://evil.example' }, /Origin/],
    ['another port', { origin: 'http://127.0.0.1:1' }, /Origin/],
    ['https instead of http', { origin: 'https://127.0.0.1' }, /Origin/],
    ['no origin', { origin: '' }, /Origin/],
    ['a sandboxed page', { origin: 'null' }, /Origin/],
    ['no header of ours', { 'x-tidemark-console': '' }, /X-Tidemark-Console/],
    ['same-site', { 'sec-fetch-site': 'same-site' }, /Sec-Fetch-Site/],
    ['an address typed in', { 'sec-fetch-site': 'none' }, /Sec-Fetch-Site/],
  ])('changes nothing: %s', async (_, headers, shown) => {
    const before = (await api.call('GET', ACTIONS)).body.count;
    const cookie = await signedIn();
    for (const method of ['POST', 'PATCH', 'DELETE']) {
      const path = method === 'POST' ? ACTIONS : `${ACTIONS}1/`;
      const response = await api.call(method, path, {
        key: null,
        headers: { ...ownPage(), cookie, ...headers },
        json: { name: 'forged' },
      });
      expect([response.status, response.body]).toMatchObject([
        403,
        { type: 'authentication_error', detail: expect.stringMatching(shown) as string },
      ]);
      expect(response.headers.has('access-control-allow-origin')).toBe(false);
    }
    expect((await api.call('GET', ACTIONS)).body.count).toBe(before);
  });

  it('may be read without Sec-Fetch-Site, as older browsers send none', async () => {
    expect((await get(ACTIONS, await signedIn())).status).toBe(200);
  });

  it('a preflight allows no header of ours', async () => {
    const response = await api.call('OPTIONS', ACTIONS, {
      key: null,
      headers: {
        origin: 'https://evil.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'x-tidemark-console',
      },
    });
    expect(response.headers.get('access-control-allow-headers')).not.toMatch(/tidemark/);
    for (const path of ['/api/login/', '/api/setup/']) {
      const rejected = await api.call('OPTIONS', path, {
        key: null,
        headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
      });
      expect(rejected.headers.has('access-control-allow-origin')).toBe(false);
    }
  });
});

describe('beside other credentials', () => {
  it('a key wins, wherever it is', async () => {
    const cookie = await signedIn();
    const headers = { cookie, 'sec-fetch-site': 'cross-site' };
    const limited = await api.keyWith(['action:read']);
    const byHeader = await api.call('GET', '/api/users/@me/', { key: limited, headers });
    expect(byHeader.body).toMatchObject({ scopes: ['action:read'] });
    const inQuery = `/api/users/@me/?personal_api_key=${limited}`;
    expect((await get(inQuery, cookie, headers)).body).toMatchObject({ scopes: ['action:read'] });
    const bad = await api.call('GET', '/api/users/@me/', { key: 'phx_bad', headers: { cookie } });
    expect(bad.status).toBe(401);
  });

  it('a missing cookie and one of another installation are treated alike', async () => {
    const other = 'tidemark_session_0000000000000000=tmc_x';
    expect((await get(ACTIONS, other)).body).toMatchObject({ code: 'not_authenticated' });
  });
});

describe('a session of a cookie ends', () => {
  const logOut = (cookie: string, headers = ownPage()) =>
    api.call('POST', '/api/logout/', { key: null, headers: { ...headers, cookie } });

  it('by a logout, which deletes the cookie', async () => {
    const [cookie, other] = [await signedIn(), await signedIn()];
    expect((await get(ACTIONS, cookie)).status).toBe(200);
    const response = await logOut(cookie);
    expect([response.status, response.text]).toEqual([204, '']);
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^tidemark_session_\w+=; Path=\/; Max-Age=0; HttpOnly; SameSite=Strict$/,
      ),
    ]);
    const after = await get(ACTIONS, cookie);
    expect([after.status, after.body]).toMatchObject([
      401,
      { code: 'authentication_failed', detail: 'The session has ended. Sign in again.' },
    ]);
    expect((await get(ACTIONS, other)).status).toBe(200);
    const again = await logOut(cookie);
    expect([again.status, again.headers.getSetCookie().length]).toEqual([401, 1]);
  });

  it('by no logout of another page', async () => {
    const cookie = await signedIn();
    const forged = await logOut(cookie, { ...ownPage(), origin: 'https://evil.example' });
    expect([forged.status, forged.headers.getSetCookie()]).toEqual([403, []]);
    expect((await get(ACTIONS, cookie)).status).toBe(200);
  });

  it('by a new password', async () => {
    const cookie = await signedIn();
    const hash = await hashPassword(PASSWORD);
    await createLoginRepository(database).setPassword(OPERATOR, 1, hash, new Date());
    expect((await get(ACTIONS, cookie)).status).toBe(401);
  });

  it('when it is over', async () => {
    const cookie = await signedIn();
    await database.db.updateTable('login_sessions').set({ expires_at: new Date() }).execute();
    expect((await get(ACTIONS, cookie)).status).toBe(401);
  });
});

describe('behind TLS', () => {
  const proxied = (headers: Readonly<Record<string, string>>) => ({
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'tidemark.example',
    ...headers,
  });
  const own = () => proxied({ ...ownPage(), origin: 'https://tidemark.example' });

  it('the cookie is of this host and of TLS alone', async () => {
    const response = await behindTls.call('POST', '/api/login/', {
      key: null,
      headers: own(),
      json: CREDENTIALS,
    });
    expect(response.headers.get('set-cookie')).toMatch(
      /^__Host-tidemark_session_[0-9a-f]{16}=tmc_[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict; Secure$/,
    );
    const cookie = cookieOf(response);
    const me = await behindTls.call('GET', '/api/users/@me/', {
      key: null,
      headers: proxied({ cookie }),
    });
    expect(me.body).toMatchObject({ public_url: 'https://tidemark.example' });
    const planted = cookie.replace('__Host-', '');
    const headers = proxied({ cookie: planted });
    expect((await behindTls.call('GET', ACTIONS, { key: null, headers })).status).toBe(401);
  });

  it('http of the same host is another origin', async () => {
    const headers = { ...own(), origin: 'http://tidemark.example' };
    const response = await behindTls.call('POST', '/api/login/', {
      key: null,
      headers,
      json: CREDENTIALS,
    });
    expect(response.status).toBe(403);
  });
});
