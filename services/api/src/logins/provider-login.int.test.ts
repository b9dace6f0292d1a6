import type { TestApi } from '../test-support/api';
import { startTestApi } from '../test-support/api';
import { cookieOf, visitProvider, providerLoginScene } from '../test-support/provider-login-scene';

const scene = providerLoginScene();
const { newUser, begin, finish, signIn } = scene;

describe('sign-in by an OpenID Connect provider', () => {
  it('is offered where it is configured', async () => {
    const methods = async (server: TestApi) =>
      (await server.call('GET', '/api/login/methods/', { key: null })).body;
    expect(await methods(scene.without)).toEqual({ provider: null });
    expect(await methods(scene.api)).toEqual({
      provider: { label: 'Continue with single sign-on' },
    });
    expect((await begin(scene.without)).status).toBe(404);
    expect((await finish('?code=x', '', scene.without)).status).toBe(404);
  });

  it('asks with PKCE, state and nonce, and comes back to the page it began on', async () => {
    const begun = await begin();
    const url = new URL(String(begun.body['url']));
    expect(url.origin).toBe(scene.provider.issuer);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'tidemark',
      response_type: 'code',
      redirect_uri: `${scene.api.base}/login`,
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
    const me = await scene.api.call('GET', '/api/users/@me/', {
      key: null,
      headers: { cookie: cookieOf(response) },
    });
    expect(me.body).toMatchObject({ id, email: 'bea@example.com' });
    const log = await scene.database.db
      .selectFrom('activity_log')
      .select(['activity', 'user_id'])
      .where('item_id', '=', String(id))
      .execute();
    expect(log).toContainEqual({ activity: 'linked_provider', user_id: id });
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

  it('shows the error of the provider as a sentence', async () => {
    const begun = await begin();
    const back = await visitProvider(String(begun.body['url']), { cancel: '1' });
    expect(back.searchParams.get('error')).toBe('access_denied');
    const { body } = await finish(back.search, cookieOf(begun));
    expect(body.detail).toBe(
      'The sign-in was cancelled at the provider, or the provider does not let you in.',
    );
  });

  it('reports that the provider is unavailable, and does not connect to private addresses', async () => {
    const closed = await startTestApi(scene.urls, {
      OIDC_ISSUER: scene.provider.issuer,
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
