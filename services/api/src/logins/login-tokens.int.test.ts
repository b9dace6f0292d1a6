import { hashPassword } from '@tidemark/access';
import { createSignedTokens } from '@tidemark/platform';
import { createLoginRepository } from '@tidemark/postgres';
import { JWT_SECRET, JWT_SECRET_PREVIOUS, tokensOf, loginScene } from '../test-support/login-scene';

const scene = loginScene();
const { newUser, post, logIn, me } = scene;

const refresh = (token: string) => post('/api/login/refresh/', { refresh_token: token });

describe('an access token', () => {
  const forge = (claims: object, more: { secret?: string; audience?: string; ago?: number } = {}) =>
    createSignedTokens(
      { issuer: 'tidemark', audience: more.audience ?? 'tidemark-api', lifetimeSeconds: 900 },
      { current: more.secret ?? JWT_SECRET },
      () => new Date(Date.now() - (more.ago ?? 0)),
    ).issue({ ...claims });
  const claimsOf = (token: string) =>
    JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
      sub: string;
      sid: string;
    };

  it('signed with the previous secret still counts; any other does not', async () => {
    const claims = claimsOf(tokensOf(await logIn((await newUser()).email)).access);
    const { sub, sid } = claims;
    expect((await me(forge({ sub, sid }, { secret: JWT_SECRET_PREVIOUS }))).status).toBe(200);
    for (const token of [
      forge({ sub, sid }, { secret: 'a secret that nobody has ever heard of' }),
      forge({ sub, sid }, { audience: 'tidemark-query-worker' }),
      forge({ sub: 'somebody else', sid }),
      forge({ sub }),
      'eyJhbGciOiJub25lIn0.e30.',
    ]) {
      const response = await me(token);
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
      expect(response.body).toEqual({
        type: 'authentication_error',
        code: 'authentication_failed',
        detail: 'Invalid access token.',
        attr: null,
      });
    }
    const old = await me(forge({ sub, sid }, { ago: 3_600_000 }));
    expect(old.body).toMatchObject({ detail: 'Access token has expired.' });
  });

  it('is not throttled on the query routes, where a key is', async () => {
    const { access } = tokensOf(await logIn((await newUser()).email));
    const ask = (key: string) => post('/api/projects/1/query/', { nothing: 1 }, key);
    for (let time = 0; time < 3; time += 1) expect((await ask(access)).status).toBe(400);
    const key = await scene.api.keyWith(['query:read']);
    await ask(key);
    expect((await ask(key)).status).toBe(429);
  });
});

describe('a refresh token', () => {
  it('is exchanged for the next one', async () => {
    const first = tokensOf(await logIn((await newUser()).email));
    const response = await refresh(first.refresh);
    expect(response.status).toBe(200);
    const second = tokensOf(response);
    expect(second.refresh).not.toBe(first.refresh);
    expect((await me(second.access)).status).toBe(200);
    expect((await refresh(second.refresh)).status).toBe(200);
  });

  it('that comes a second time ends its session for everybody', async () => {
    const first = tokensOf(await logIn((await newUser()).email));
    const second = tokensOf(await refresh(first.refresh));
    const again = await refresh(first.refresh);
    expect(again.status).toBe(401);
    expect(again.body).toMatchObject({ detail: 'Invalid refresh token.' });
    expect((await refresh(second.refresh)).status).toBe(401);
    expect((await me(second.access)).status).toBe(401);
  });

  it('used by two at once is given to one', async () => {
    const { refresh: token } = tokensOf(await logIn((await newUser()).email));
    const responses = await Promise.all([refresh(token), refresh(token), refresh(token)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
  });

  it('that was never issued is rejected', async () => {
    expect((await refresh('tmr_unknown')).status).toBe(401);
    expect((await post('/api/login/refresh/', {})).body).toMatchObject({
      attr: 'refresh_token',
      code: 'required',
    });
  });
});

describe('a session ends', () => {
  it.each(['access', 'refresh'] as const)('by a logout with the %s token', async (kind) => {
    const tokens = tokensOf(await logIn((await newUser()).email));
    const other = tokensOf(await logIn((await newUser()).email));
    const response =
      kind === 'access'
        ? await scene.api.call('POST', '/api/logout/', { key: tokens.access })
        : await post('/api/logout/', { refresh_token: tokens.refresh });
    expect([response.status, response.text]).toEqual([204, '']);
    expect((await me(tokens.access)).status).toBe(401);
    expect((await refresh(tokens.refresh)).status).toBe(401);
    expect((await me(other.access)).status).toBe(200);
  });

  it('not without anything that names one', async () => {
    expect((await scene.api.call('POST', '/api/logout/', { key: null })).body).toMatchObject({
      code: 'not_authenticated',
    });
    expect((await scene.api.call('POST', '/api/logout/', { key: 'nonsense' })).status).toBe(401);
  });

  it('when the user is deactivated, or has a new password', async () => {
    const logins = createLoginRepository(scene.database);
    const user = await newUser();
    const before = tokensOf(await logIn(user.email));
    await logins.setPassword(
      { projectId: 1, userId: null },
      user.id,
      await hashPassword('another password'),
      new Date(),
    );
    expect((await refresh(before.refresh)).status).toBe(401);
    expect((await logIn(user.email)).status).toBe(400);
    const after = tokensOf(await logIn(user.email, 'another password'));
    await logins.setActive({ projectId: 1, userId: null }, user.id, false, new Date());
    // Not asked about since its login, so nothing is remembered of it.
    expect((await me(after.access)).status).toBe(401);
    expect((await refresh(after.refresh)).status).toBe(401);
    expect((await logIn(user.email, 'another password')).status).toBe(400);
  });
});
