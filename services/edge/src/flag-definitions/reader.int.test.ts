import type { NewPersonalApiKey, Project } from '@tidemark/postgres';
import {
  createCohortRepository,
  createFeatureFlagRepository,
  createPersonalApiKeyRepository,
  createLoginSessionRepository,
  createProjectRepository,
  createProjectSecretKeyRepository,
  createUserRepository,
} from '@tidemark/postgres';
import { createAccessTokens, issueAccessToken } from '@tidemark/access';
import { createSealedBox, flagPayloadContext } from '@tidemark/platform';
import { createIsolatedStores, waitUntil } from '@tidemark/testing';
import type { EdgeFixture } from '../test-support/edge-fixture';
import { PROJECT_TOKEN, startEdgeFixture } from '../test-support/edge-fixture';

const PATH = `/flags/definitions?token=${PROJECT_TOKEN}&send_cohorts`;
const PERSONAL_KEY = 'phx_edge_test';
const JWT_SECRET = 'a secret for tokens of these tests, long enough';
const FLAG_SECRETS_KEY = 'a key of the tests that is long enough';

describe('flag definitions over HTTP', () => {
  let edge: EdgeFixture;
  let other: Project;
  let secret: string;

  const get = (path: string, key: string | null = PERSONAL_KEY, headers: object = {}) =>
    fetch(edge.url + path, {
      headers: { ...(key !== null && { authorization: `Bearer ${key}` }), ...headers },
    });
  const issueKey = async (key: Partial<NewPersonalApiKey>): Promise<string> => {
    const keys = createPersonalApiKeyRepository(edge.database);
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
  const flags = () => createFeatureFlagRepository(edge.database);
  const announce = () => edge.channel.publish({ project_id: 1, what: 'feature_flags' });

  beforeAll(async () => {
    edge = await startEdgeFixture(await createIsolatedStores(), {
      FLAG_SECRETS_KEY,
      JWT_SECRET,
    });
    const projects = createProjectRepository(edge.database);
    other = await projects.create(
      { organizationId: edge.project.organizationId, userId: null },
      { name: 'Other' },
    );
    secret = (await projects.rotateSecretKey({ projectId: 1, userId: null }))!.value;
    await flags().create(1, 1, { key: 'on' });
    await flags().create(1, 1, {
      key: 'remote',
      active: false,
      isRemoteConfiguration: true,
      filters: { groups: [{ properties: [] }], payloads: { true: '{"a":1}' } },
    });
    await edge.database.db
      .insertInto('group_types')
      .values({ project_id: 1, group_type: 'company', group_type_index: 0 })
      .execute();
    await announce();
  });
  afterAll(() => edge.stop());

  it('lets nothing that a credential asks for be kept, errors included', async () => {
    const wrong = await get(PATH, 'phx_wrong');
    expect(wrong.status).toBe(401);
    expect(wrong.headers.get('cache-control')).toBe('no-store');
  });

  it('returns the document and its tag, and nothing when the tag is still right', async () => {
    const first = await get(PATH);
    expect(first.status).toBe(200);
    expect(first.headers.get('content-type')).toBe('application/json');
    expect(first.headers.get('cache-control')).toBe('private, must-revalidate, no-store');
    expect(await first.json()).toMatchObject({
      flags: [
        { key: 'on', active: true, team_id: 1, version: 1 },
        { key: 'remote', active: false },
      ],
      group_type_mapping: { 0: 'company' },
      cohorts: {},
    });
    const tag = first.headers.get('etag')!;
    expect(tag).toMatch(/^W\/"[0-9a-f]{16}"$/);
    const second = await get(PATH, PERSONAL_KEY, { 'if-none-match': tag });
    expect(second.status).toBe(304);
    expect(second.headers.get('etag')).toBe(tag);
    expect(await second.text()).toBe('');
  });

  it('returns a change within a second, under another tag', async () => {
    const tag = (await get(PATH)).headers.get('etag')!;
    await flags().create(1, 1, { key: 'new' });
    await announce();
    await waitUntil(async () => {
      const response = await get(PATH, PERSONAL_KEY, { 'if-none-match': tag });
      expect(response.status).toBe(200);
      expect(await response.text()).toContain('"key":"new"');
    }, 1_000);
  });

  it('brings the cohorts that flags ask about', async () => {
    const properties = { type: 'OR' as const, values: [] };
    const cohort = await createCohortRepository(edge.database).create(1, 1, {
      name: 'pros',
      filters: { properties },
    });
    await flags().create(1, 1, {
      key: 'for-cohort',
      filters: {
        groups: [{ properties: [{ key: 'id', type: 'cohort', value: cohort.id, operator: 'in' }] }],
      },
    });
    await announce();
    await waitUntil(async () => {
      const { cohorts } = (await (await get(PATH)).json()) as { cohorts: object };
      expect(cohorts).toEqual({ [cohort.id]: properties });
    });
  });

  it.each([
    '/flags/definitions',
    '/flags/definitions/',
    '/api/feature_flag/local_evaluation/',
    '/api/projects/1/feature_flags/local_evaluation/',
    '/api/projects/@current/feature_flags/local_evaluation',
    '/api/environments/1/feature_flags/local_evaluation',
  ])('returns %s, whichever key is sent', async (path) => {
    for (const key of [PERSONAL_KEY, secret]) {
      const response = await get(path, key);
      expect(response.status).toBe(200);
      expect(await response.json()).toHaveProperty('flags.0.team_id', 1);
    }
  });

  /** As a login of the api does it. */
  const signIn = async (secret = JWT_SECRET, now = new Date()) => {
    const user = await createUserRepository(edge.database).findById(1);
    const session = await createLoginSessionRepository(edge.database).open({
      userId: 1,
      secret: { refreshHash: `${Math.random()}` },
      now: new Date(),
      expiresAt: new Date(Date.now() + 86_400_000),
    });
    const tokens = createAccessTokens({ current: secret }, () => now);
    return { session, ...issueAccessToken(tokens, { session, user: user! }) };
  };

  it('takes the access token of a person wherever a key is taken', async () => {
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
    const stream = await fetch(`${edge.url}/flags/definitions/stream`, {
      headers: { authorization: `Bearer ${token}` },
      signal: streaming.signal,
    });
    expect([stream.status, stream.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    streaming.abort();
  });

  it('rejects tokens of another secret, old ones, ended sessions, and other organizations', async () => {
    const forged = (await signIn('another secret that is long enough, too')).token;
    const old = (await signIn(JWT_SECRET, new Date(Date.now() - 3_600_000))).token;
    const ended = await signIn();
    const sessions = createLoginSessionRepository(edge.database);
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
    await edge.database.db
      .insertInto('organizations')
      .values({ id: '00000000-0000-4000-8000-0000000000ff', name: 'Strangers', slug: 's' })
      .execute();
    const strange = await createProjectRepository(edge.database).create(
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

  it('rejects what is no key, or may not read this project', async () => {
    const reader = await issueKey({ scopes: ['feature_flag:read'] });
    const writer = await issueKey({ scopes: ['feature_flag:write'] });
    const stranger = await issueKey({ scopes: ['query:read'] });
    const elsewhere = await issueKey({ scopedTeams: [other.id] });
    const statuses = async (path: string, keys: (string | null)[]) =>
      Promise.all(keys.map(async (key) => (await get(path, key)).status));
    expect(
      await statuses(PATH, [reader, writer, stranger, elsewhere, 'phx_no', 'phs_no', null]),
    ).toEqual([200, 200, 403, 403, 401, 401, 401]);
    expect(await statuses('/flags/definitions?token=phc_no', [reader, secret])).toEqual([401, 401]);
    expect(await statuses(`/flags/definitions?token=${other.apiToken}`, [secret])).toEqual([403]);
    // The SDK for Rust names its project in a header; a token in the query counts before it.
    const named = { 'X-PostHog-Project-Api-Key': other.apiToken };
    const byHeader = async (path: string, key: string) => (await get(path, key, named)).status;
    expect(await byHeader('/flags/definitions/?send_cohorts', elsewhere)).toBe(200);
    expect(await byHeader('/flags/definitions/?send_cohorts', secret)).toBe(403);
    expect(await byHeader(PATH, secret)).toBe(200);
    const ofOther = `/api/projects/${other.id}/feature_flags/local_evaluation`;
    expect(await statuses(ofOther, [secret, elsewhere])).toEqual([403, 200]);
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

  it('takes a secret key of the project that has the scope', async () => {
    const keys = createProjectSecretKeyRepository(edge.database);
    const issue = async (project: number, ...scopes: string[]): Promise<string> => {
      const issued = await keys.create(
        { projectId: project, userId: 1 },
        { label: scopes.join(), scopes },
      );
      if (issued === 'taken') throw new Error('the label is already in use');
      return issued.value;
    };
    const own = await issue(1, 'feature_flag:read');
    const foreign = await issue(other.id, 'feature_flag:read');
    const queries = await issue(1, 'query:read');
    for (const path of [PATH, '/flags/definitions', '/api/feature_flag/local_evaluation']) {
      expect((await get(path, own)).status).toBe(200);
    }
    expect([(await get(PATH, foreign)).status, (await get(PATH, queries)).status]).toEqual([
      403, 403,
    ]);
  });

  it('returns 402 when the quota of flag requests is used up', async () => {
    const projects = createProjectRepository(edge.database);
    await projects.update(
      { projectId: other.id, userId: null },
      { declaredQuotas: [{ resource: 'feature_flags', until: null }] },
    );
    await edge.channel.publish({ project_id: other.id, what: 'project' });
    const ask = () => get(`/flags/definitions?token=${other.apiToken}`);
    await waitUntil(async () => expect((await ask()).status).toBe(402));
    const response = await ask();
    expect(await response.json()).toMatchObject({
      type: 'quota_limited',
      code: 'payment_required',
    });
  });

  it('keeps serving while Postgres is unavailable', async () => {
    const tag = (await get(PATH)).headers.get('etag')!;
    edge.postgresProxy.cut();
    try {
      expect((await get(PATH, PERSONAL_KEY, { 'if-none-match': tag })).status).toBe(304);
      const cold = await get(PATH, 'phx_unknown');
      expect(cold.status).toBe(503);
      expect(cold.headers.get('retry-after')).toBe('1');
    } finally {
      edge.postgresProxy.restore();
    }
  });

  it('returns the payload of a remote configuration flag by key or id', async () => {
    const base = '/api/projects/@current/feature_flags';
    const remote = (await flags().listLive(1)).find(({ key }) => key === 'remote')!;
    for (const name of ['remote', String(remote.id)]) {
      const response = await get(`${base}/${name}/remote_config/?token=${PROJECT_TOKEN}`, secret);
      expect(response.status).toBe(200);
      expect(await response.json()).toBe('{"a":1}');
    }
    for (const name of ['on', 'nothing', '999']) {
      const response = await get(`${base}/${name}/remote_config`);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ code: 'not_found' });
    }
  });

  it('opens encrypted payloads for personal keys, others get a marker', async () => {
    const sealed = createSealedBox(FLAG_SECRETS_KEY).seal('"s3"', flagPayloadContext(1));
    await flags().create(1, 1, {
      key: 'sealed',
      isRemoteConfiguration: true,
      hasEncryptedPayloads: true,
      filters: { groups: [{ properties: [] }], payloads: { true: sealed } },
    });
    await announce();
    const path = '/api/projects/1/feature_flags/sealed/remote_config';
    await waitUntil(async () => expect((await get(path)).status).toBe(200));
    expect(await (await get(path)).json()).toBe('"s3"');
    expect(await (await get(path, secret)).json()).toBe('********* (encrypted)');
    expect(await (await get(PATH)).text()).not.toContain('sealed');
  });

  it('takes GET and HEAD only', async () => {
    const init = { method: 'POST', headers: { authorization: `Bearer ${secret}` } };
    const rejected = await fetch(edge.url + PATH, init);
    expect([rejected.status, rejected.headers.get('allow')]).toEqual([405, 'GET,HEAD,OPTIONS']);
  });
});
