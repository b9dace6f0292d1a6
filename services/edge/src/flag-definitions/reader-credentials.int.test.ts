import type { NewPersonalApiKey } from '@tidemark/postgres';
import {
  createPersonalApiKeyRepository,
  createLoginSessionRepository,
  createProjectRepository,
  createProjectSecretKeyRepository,
  createUserRepository,
} from '@tidemark/postgres';
import { createAccessTokens, issueAccessToken } from '@tidemark/access';
import {
  PATH,
  PERSONAL_KEY,
  JWT_SECRET,
  flagDefinitionsScene,
} from '../test-support/flag-definitions-scene';

const scene = flagDefinitionsScene();
const { get } = scene;

const issueKey = async (key: Partial<NewPersonalApiKey>): Promise<string> => {
  const keys = createPersonalApiKeyRepository(scene.edge.database);
  const limits = { scopedTeams: [], scopedOrganizations: [] };
  const issued = await keys.create(
    { projectId: 1, userId: null },
    {
      userId: 1,
      label: '',
      scopes: ['*'],
      ...limits,
      ...key,
    },
  );
  return issued.value;
};

/** Opens a session and signs an access token, as a login at the api does. */
const signIn = async (secret = JWT_SECRET, now = new Date()) => {
  const user = await createUserRepository(scene.edge.database).findById(1);
  const session = await createLoginSessionRepository(scene.edge.database).open({
    userId: 1,
    secret: { refreshHash: `${Math.random()}` },
    now: new Date(),
    expiresAt: new Date(Date.now() + 86_400_000),
  });
  const tokens = createAccessTokens({ current: secret }, () => now);
  return { session, ...issueAccessToken(tokens, { session, user: user! }) };
};

describe('credentials for flag definitions', () => {
  it.each([
    '/flags/definitions',
    '/flags/definitions/',
    '/api/feature_flag/local_evaluation/',
    '/api/projects/1/feature_flags/local_evaluation/',
    '/api/projects/@current/feature_flags/local_evaluation',
    '/api/environments/1/feature_flags/local_evaluation',
  ])('returns %s, whichever key is sent', async (path) => {
    for (const key of [PERSONAL_KEY, scene.secret]) {
      const response = await get(path, key);
      expect(response.status).toBe(200);
      expect(await response.json()).toHaveProperty('flags.0.team_id', 1);
    }
  });

  it('accepts the access token of a user wherever it accepts a key', async () => {
    const { token } = await signIn();
    const path = '/api/projects/@current/feature_flags/local_evaluation';
    const responses = await Promise.all(
      [PATH, path, '/api/projects/1/feature_flags/remote/remote_config'].map((asked) =>
        get(asked, token),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await responses[1]!.json()).toHaveProperty('flags.0.team_id', 1);
    const streaming = new AbortController();
    const stream = await fetch(`${scene.edge.url}/flags/definitions/stream`, {
      headers: { authorization: `Bearer ${token}` },
      signal: streaming.signal,
    });
    expect([stream.status, stream.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    streaming.abort();
  });

  it('rejects tokens signed with another secret, expired tokens, ended sessions, and other organizations', async () => {
    const forged = (await signIn('another secret that is long enough, too')).token;
    const old = (await signIn(JWT_SECRET, new Date(Date.now() - 3_600_000))).token;
    const ended = await signIn();
    const sessions = createLoginSessionRepository(scene.edge.database);
    await sessions.end(ended.session.id, new Date());
    const details = await Promise.all(
      [forged, old, ended.token].map(async (token) => {
        const response = await get(PATH, token);
        return [response.status, ((await response.json()) as { detail: string }).detail];
      }),
    );
    expect(details).toEqual([
      [401, 'Invalid access token.'],
      [401, 'Access token has expired.'],
      [401, 'Invalid access token.'],
    ]);
    const { token } = await signIn();
    await scene.edge.database.db
      .insertInto('organizations')
      .values({ id: '00000000-0000-4000-8000-0000000000ff', name: 'Strangers', slug: 's' })
      .execute();
    const strange = await createProjectRepository(scene.edge.database).create(
      { organizationId: '00000000-0000-4000-8000-0000000000ff', userId: null },
      { name: 'Strange' },
    );
    for (const asked of [
      `/flags/definitions?token=${strange.apiToken}`,
      `/api/projects/${strange.id}/feature_flags/local_evaluation`,
    ]) {
      expect((await get(asked, token)).status).toBe(403);
    }
  });

  it('rejects invalid keys, and keys that may not read this project', async () => {
    const reader = await issueKey({ scopes: ['feature_flag:read'] });
    const writer = await issueKey({ scopes: ['feature_flag:write'] });
    const stranger = await issueKey({ scopes: ['query:read'] });
    const elsewhere = await issueKey({ scopedTeams: [scene.other.id] });
    const statuses = async (path: string, keys: (string | null)[]) =>
      Promise.all(keys.map(async (key) => (await get(path, key)).status));
    expect(
      await statuses(PATH, [reader, writer, stranger, elsewhere, 'phx_no', 'phs_no', null]),
    ).toEqual([200, 200, 403, 403, 401, 401, 401]);
    expect(await statuses('/flags/definitions?token=phc_no', [reader, scene.secret])).toEqual([
      401, 401,
    ]);
    expect(
      await statuses(`/flags/definitions?token=${scene.other.apiToken}`, [scene.secret]),
    ).toEqual([403]);
    // The SDK for Rust sends the public token in a header; a token in the query takes precedence.
    const named = { 'X-PostHog-Project-Api-Key': scene.other.apiToken };
    const byHeader = async (path: string, key: string) => (await get(path, key, named)).status;
    expect(await byHeader('/flags/definitions/?send_cohorts', elsewhere)).toBe(200);
    expect(await byHeader('/flags/definitions/?send_cohorts', scene.secret)).toBe(403);
    expect(await byHeader(PATH, scene.secret)).toBe(200);
    const ofOther = `/api/projects/${scene.other.id}/feature_flags/local_evaluation`;
    expect(await statuses(ofOther, [scene.secret, elsewhere])).toEqual([403, 200]);
    expect(await statuses('/api/projects/999/feature_flags/local_evaluation', [reader])).toEqual([
      404,
    ]);
    const rejection = await get(PATH, stranger);
    expect(await rejection.json()).toEqual({
      type: 'authentication_error',
      code: 'permission_denied',
      detail: "API key missing required scope 'feature_flag:read'",
      attr: null,
    });
    expect((await get(PATH, null)).headers.get('www-authenticate')).toBe('Bearer');
  });

  it('accepts a secret key of the project that has the scope', async () => {
    const keys = createProjectSecretKeyRepository(scene.edge.database);
    const issue = async (project: number, ...scopes: string[]): Promise<string> => {
      const issued = await keys.create(
        { projectId: project, userId: 1 },
        { label: scopes.join(), scopes },
      );
      if (issued === 'taken') throw new Error('the label is already in use');
      return issued.value;
    };
    const own = await issue(1, 'feature_flag:read');
    const foreign = await issue(scene.other.id, 'feature_flag:read');
    const queries = await issue(1, 'query:read');
    for (const path of [PATH, '/flags/definitions', '/api/feature_flag/local_evaluation']) {
      expect((await get(path, own)).status).toBe(200);
    }
    expect([(await get(PATH, foreign)).status, (await get(PATH, queries)).status]).toEqual([
      403, 403,
    ]);
  });
});
