import { addressKey, createLoginLimits } from './login-limits';
import { PASSWORD, tokensOf, loginScene } from '../test-support/login-scene';

const scene = loginScene();
const { newUser, post, logIn, me } = scene;

describe('a login', () => {
  it('gives tokens, and the access token is accepted where a key is', async () => {
    const { email } = await newUser();
    const response = await logIn(email.toUpperCase());
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      success: true,
      access_token: expect.stringMatching(/^eyJ/),
      token_type: 'Bearer',
      expires_in: 900,
      refresh_token: expect.stringMatching(/^tmr_/),
      refresh_expires_in: expect.any(Number),
    });
    const { access } = tokensOf(response);
    expect((await me(access)).body).toMatchObject({ email });
    expect((await scene.api.call('GET', '/api/projects/1/actions/', { key: access })).status).toBe(
      200,
    );
    const inQuery = `/api/projects/@current/actions/?personal_api_key=${access}`;
    const rejected = await scene.api.call('GET', inQuery, { key: null });
    expect([rejected.status, rejected.body]).toMatchObject([
      401,
      { code: 'authentication_failed', detail: expect.stringContaining('query string') as string },
    ]);
    const inBody = { personal_api_key: access, name: 'made by somebody signed in' };
    expect((await post('/api/projects/1/actions/', inBody)).status).toBe(201);
  });

  it.each([
    ['/api/login/', 'email=a@example.com&password=x'],
    ['/api/login/refresh/', 'refresh_token=tmr_x'],
    ['/api/logout/', 'refresh_token=tmr_x'],
  ])('%s reads nothing from the query string', async (path, query) => {
    const response = await post(`${path}?${query}`, {});
    expect([400, 401]).toContain(response.status);
    expect(response.text).not.toContain('tmr_x');
  });

  it('is answered with Cache-Control: no-store, and so is what its token reads', async () => {
    const response = await logIn((await newUser()).email);
    const read = await me(tokensOf(response).access);
    const rejected = await me('phx_unknown');
    for (const { headers } of [response, read, rejected]) {
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  it('accepts the scheme of the header in any case', async () => {
    const { access } = tokensOf(await logIn((await newUser()).email));
    const headers = { authorization: `bearer ${access}` };
    const response = await scene.api.call('GET', '/api/users/@me/', { key: null, headers });
    expect(response.status).toBe(200);
  });

  it.each([
    ['a wrong password', {}, { password: 'wrong' }],
    ['an unknown address', { email: 'nobody@example.com' }, {}],
  ])('with %s is rejected in the same words', async (_, changed, more) => {
    const { email } = await newUser();
    const response = await post('/api/login/', { email, password: PASSWORD, ...changed, ...more });
    expect(response.status).toBe(400);
    expect(response.body).toEqual({
      type: 'validation_error',
      code: 'invalid_credentials',
      detail: 'Invalid email or password.',
      attr: null,
    });
  });

  it.each([
    [{}, 'email', 'required'],
    [{ email: 'a@example.com' }, 'password', 'required'],
    [{ email: 'a@example.com', password: 'x\0' }, 'password', 'null_characters_not_allowed'],
    [{ email: '', password: 'x' }, 'email', 'blank'],
    [{ email: 'a@example.com', password: ['x'] }, 'password', 'invalid_input'],
  ])('%j gets an error that names the field', async (json, attr, code) => {
    const response = await post('/api/login/', json);
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ type: 'validation_error', attr, code });
  });

  it('of a user without a password is rejected, also an empty one', async () => {
    expect((await logIn('admin@localhost')).body).toMatchObject({ code: 'invalid_credentials' });
  });

  it('is tried ten times for an address at most', async () => {
    const { email } = await newUser();
    for (let time = 0; time < 10; time += 1) {
      expect((await logIn(email, 'wrong')).status).toBe(400);
    }
    const rejected = await logIn(email);
    expect(rejected.status).toBe(429);
    expect(rejected.body).toMatchObject({ type: 'throttled_error', code: 'throttled' });
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await logIn((await newUser()).email)).status).toBe(200);
  });
});

describe('spellings of an address that the store takes for equal', () => {
  const attempts = async (spellings: readonly string[]) => {
    const statuses: number[] = [];
    for (const spelling of spellings) statuses.push((await logIn(spelling, 'wrong')).status);
    return statuses;
  };
  // The capital I with a dot, the Kelvin sign, letters of full width, an accent, a character that is not shown.
  const spelled = (email: string): readonly string[] => [
    email,
    email.toUpperCase(),
    email.replace('i', '\u0130'),
    email.replace('k', '\u212a'),
    email.replace('i', '\uff49'),
    email.replace('i', 'i\u0307'),
    email.replace('i', '\u0131'),
    email.replace('i', 'i\u00ad'),
  ];

  it.each(['known', 'unknown'])('share the limit of a %s address', async (which) => {
    const email = `kiki${which}-${Date.now()}@example.com`;
    if (which === 'known') await newUser(15, undefined, email);
    const all = spelled(email);
    const statuses = await attempts([...all, ...all].slice(0, 14));
    expect(statuses).toEqual([...Array<number>(10).fill(400), ...Array<number>(4).fill(429)]);
  });

  it('count for the user that the store finds, whatever the key of the address is', async () => {
    const { id, email } = await newUser();
    const limits = createLoginLimits(scene.redis);
    for (let time = 0; time < 10; time += 1) await limits.takePassword(id, `${time}@other.com`);
    expect((await logIn(email)).status).toBe(429);
    await limits.succeeded(id, email);
    expect((await logIn(email)).status).toBe(200);
  });

  it('letters of other scripts stay apart', () => {
    const keys = ['\u7528@example.com', '\u6237@example.com', '@example.com'].map(addressKey);
    expect(new Set(keys).size).toBe(3);
  });
});

describe('tries from one network address', () => {
  it('are limited over all e-mail addresses together', async () => {
    const limits = createLoginLimits(scene.redis);
    const address = `203.0.113.${Date.now()}`;
    for (let time = 0; time < 100; time += 1) await limits.takeAddress(address);
    await expect(limits.takeAddress(address)).rejects.toMatchObject({ status: 429 });
  });
});

describe('roles', () => {
  it.each([
    [15, 'POST', '/api/projects/', { name: 'by an owner' }, 201],
    [8, 'POST', '/api/projects/', { name: 'by an admin' }, 201],
    [1, 'POST', '/api/projects/', { name: 'by a member' }, 403],
    [1, 'PATCH', '/api/projects/1/', { name: 'renamed' }, 403],
    [1, 'PATCH', '/api/projects/1/', { event_retention_days: 30 }, 403],
    [8, 'PATCH', '/api/projects/1/', { event_retention_days: 3_650 }, 200],
    [1, 'GET', '/api/projects/1/', undefined, 200],
    [1, 'POST', '/api/projects/1/actions/', { name: 'by somebody' }, 201],
    [1, 'GET', '/api/personal_api_keys/', undefined, 200],
    [1, 'GET', '/api/personal_api_keys/@current/', undefined, 404],
    [1, 'POST', '/api/personal_api_keys/', { label: 'all', scopes: ['*'] }, 403],
    [1, 'POST', '/api/personal_api_keys/', { label: 'p', scopes: ['project:write'] }, 403],
    [1, 'POST', '/api/personal_api_keys/', { label: 'q', scopes: ['query:read'] }, 201],
    [8, 'POST', '/api/personal_api_keys/', { label: 'all', scopes: ['*'] }, 403],
    [15, 'POST', '/api/personal_api_keys/', { label: 'all', scopes: ['*'] }, 201],
  ])('of level %i: %s %s is %s', async (level, method, path, json, status) => {
    const { access } = tokensOf(await logIn((await newUser(level)).email));
    const response = await scene.api.call(method, path, { key: access, ...(json && { json }) });
    expect(response.status).toBe(status);
    expect((await me(access)).body).toMatchObject({ organization: { membership_level: level } });
  });

  it('say what is missing', async () => {
    const { access } = tokensOf(await logIn((await newUser(1)).email));
    expect((await post('/api/projects/', { name: 'x' }, access)).body).toEqual({
      type: 'authentication_error',
      code: 'permission_denied',
      detail: "Your role in the organization does not include 'project:write'",
      attr: null,
    });
  });

  it('do not reach into other organizations', async () => {
    const id = 'f0000000-0000-4000-8000-000000000001';
    await scene.database.db
      .insertInto('organizations')
      .values({ id, name: 'Other', slug: 'other' })
      .execute();
    const { access } = tokensOf(await logIn((await newUser(15, id)).email));
    const response = await scene.api.call('GET', '/api/projects/1/actions/', { key: access });
    expect(response.status).toBe(403);
    expect(response.body).toMatchObject({ detail: "You don't have access to the project." });
  });
});
