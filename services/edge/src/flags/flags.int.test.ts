import { randomUUID } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import type { FeatureFlagFields } from '@tidemark/postgres';
import { createFeatureFlagRepository } from '@tidemark/postgres';
import { createPersonPropertiesCache } from '@tidemark/redis';
import { createIsolatedStores, waitUntil } from '@tidemark/testing';
import type { EdgeFixture } from '../test-support/edge-fixture';
import { PROJECT_TOKEN, startEdgeFixture } from '../test-support/edge-fixture';

const everyone = { groups: [{ properties: [], rollout_percentage: 100 }] };
const nobody = { groups: [{ properties: [], rollout_percentage: 0 }] };
const proOnly = {
  groups: [
    {
      properties: [{ key: 'plan', type: 'person', operator: 'exact', value: 'pro' }],
      rollout_percentage: 100,
    },
  ],
};
const experiment = {
  ...everyone,
  multivariate: { variants: [{ key: 'test', rollout_percentage: 100 }] },
  payloads: { test: '{"limit": 3}' },
};

/** The fields of all versions; a test reads those of the version it asked for. */
interface FlagsBody {
  readonly featureFlags: Record<string, boolean | string> & string[];
  readonly flags: Record<string, { readonly enabled: boolean }>;
  readonly errorsWhileComputingFlags: boolean;
}

describe('flags over HTTP', () => {
  let edge: EdgeFixture;
  let ids: Record<string, number>;

  const createFlag = async (
    fields: Pick<FeatureFlagFields, 'key' | 'filters'> & Partial<FeatureFlagFields>,
  ): Promise<number> => {
    const saved = await createFeatureFlagRepository(edge.database).create(1, 1, fields);
    if (saved.outcome !== 'saved') throw new Error(saved.outcome);
    return saved.flag.id;
  };
  const createPerson = async (distinctId: string, properties: object): Promise<string> => {
    const id = randomUUID();
    await edge.database.db
      .insertInto('persons')
      .values({
        project_id: 1,
        id,
        properties: JSON.stringify(properties),
        version: 0,
        created_at: new Date(),
      })
      .execute();
    await edge.database.db
      .insertInto('person_distinct_ids')
      .values({ project_id: 1, distinct_id: distinctId, person_id: id, version: 0 })
      .execute();
    return id;
  };

  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(edge.url + path, {
      method: 'POST',
      body: Buffer.isBuffer(body) || typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    });
  const ask = async (path: string, more: object = {}): Promise<FlagsBody> => {
    const response = await post(path, { token: PROJECT_TOKEN, distinct_id: 'u1', ...more });
    expect(response.status).toBe(200);
    return (await response.json()) as FlagsBody;
  };

  beforeAll(async () => {
    edge = await startEdgeFixture(await createIsolatedStores());
    ids = {
      on: await createFlag({ key: 'on', filters: everyone }),
      off: await createFlag({ key: 'off', filters: nobody }),
      exp: await createFlag({ key: 'exp', filters: experiment }),
      pro: await createFlag({ key: 'pro', filters: proOnly }),
      server: await createFlag({ key: 'server', filters: everyone, evaluationRuntime: 'server' }),
    };
    await createFlag({ key: 'inactive', filters: everyone, active: false });
    await createPerson('stored-pro', { plan: 'pro' });
  });
  afterAll(() => edge.stop());

  it('returns the shape of each endpoint and version', async () => {
    const values = { on: true, off: false, exp: 'test', pro: false, server: true };
    const enabled = { on: true, exp: 'test', server: true };
    const payloads = { exp: '{"limit": 3}' };
    const node = { evaluation_runtime: 'server' };

    const v1 = await ask('/decide/?v=1', node);
    expect([...v1.featureFlags].sort()).toEqual(['exp', 'on', 'server']);
    expect((await ask('/decide?v=2', node)).featureFlags).toEqual(enabled);
    expect(await ask('/decide/?v=3', node)).toMatchObject({
      featureFlags: values,
      featureFlagPayloads: payloads,
      errorsWhileComputingFlags: false,
      config: { enable_collect_everything: true },
      toolbarParams: {},
      isAuthenticated: false,
      supportedCompression: ['gzip', 'gzip-js', 'lz64'],
      sessionRecording: false,
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      evaluatedAt: expect.any(Number),
    });
    const v4 = await ask('/decide/?v=4', node);
    expect(v4.flags['exp']).toEqual({
      key: 'exp',
      enabled: true,
      variant: 'test',
      reason: {
        code: 'condition_match',
        condition_index: 0,
        description: 'Matched condition set 1',
      },
      metadata: {
        id: ids['exp'],
        version: 1,
        description: null,
        payload: '{"limit": 3}',
        has_experiment: false,
      },
    });
    expect(v4).toHaveProperty('siteApps');

    const flags = await ask('/flags?v=2', node);
    expect(Object.keys(flags.flags).sort()).toEqual(Object.keys(values).sort());
    expect(flags).not.toHaveProperty('config');
    expect(await ask('/flags/?v=1', node)).toMatchObject({ featureFlags: values });
    expect(await ask('/flags', node)).toMatchObject({ flags: {}, config: {} });
    expect(await ask('/flags/?v=2&config=true', node)).toMatchObject({ siteApps: [] });
  });

  it('reads what SDKs send: posthog-js forms, gzip, other field names', async () => {
    const body = JSON.stringify({ token: PROJECT_TOKEN, distinct_id: 'u1' });
    const form = await post(
      '/flags/?v=2&compression=base64',
      `data=${encodeURIComponent(Buffer.from(body).toString('base64'))}`,
      { 'content-type': 'application/x-www-form-urlencoded' },
    );
    const zipped = await post('/decide/?v=3', gzipSync(body), { 'content-encoding': 'gzip' });
    const aliased = await post('/flags/?v=2', { $token: PROJECT_TOKEN, $distinct_id: 5 });
    for (const response of [form, zipped, aliased]) expect(response.status).toBe(200);
    expect(await form.json()).toMatchObject({ flags: { on: { enabled: true } } });
    expect(await zipped.json()).toMatchObject({ featureFlags: { on: true } });
  });

  it('keeps flags of another runtime from the caller', async () => {
    const seen = async (agent: string): Promise<string[]> => {
      const body = { token: PROJECT_TOKEN, distinct_id: 'u1' };
      const response = await post('/flags/?v=2', body, { 'user-agent': agent });
      return Object.keys(((await response.json()) as { flags: object }).flags);
    };
    expect(await seen('posthog-node/5.0.0')).toContain('server');
    expect(await seen('Mozilla/5.0')).not.toContain('server');
  });

  it('evaluates only what is asked for', async () => {
    const { flags } = await ask('/flags/?v=2', { flag_keys_to_evaluate: ['on'] });
    expect(Object.keys(flags)).toEqual(['on']);
    expect(await ask('/flags/?v=2', { disable_flags: true, distinct_id: undefined })).toMatchObject(
      {
        flags: {},
        errorsWhileComputingFlags: false,
      },
    );
  });

  it('uses properties of the request, then the cache, then Postgres', async () => {
    const pro = async (more: object): Promise<unknown> =>
      (await ask('/decide/?v=3', more)).featureFlags['pro'];
    expect(await pro({ person_properties: { plan: 'pro' } })).toBe(true);
    expect(await pro({ distinct_id: 'stored-pro' })).toBe(true);
    expect(await pro({ distinct_id: 'stored-pro', person_properties: { plan: 'free' } })).toBe(
      false,
    );
    const cache = createPersonPropertiesCache(edge.redis);
    await cache.set(1, [
      { distinct_id: 'cached', person_id: randomUUID(), properties: { plan: 'pro' } },
    ]);
    expect(await pro({ distinct_id: 'cached' })).toBe(true);
    expect(await pro({ distinct_id: 'nobody' })).toBe(false);
  });

  it('fills the cache on a miss', async () => {
    const id = await createPerson('filled', { plan: 'pro' });
    await ask('/decide/?v=3', { distinct_id: 'filled' });
    const cache = createPersonPropertiesCache(edge.redis);
    await waitUntil(async () => {
      const found = await cache.getMany(1, ['filled']);
      expect(found.get('filled')).toEqual({ person_id: id, properties: { plan: 'pro' } });
    });
  });

  it('echoes a request id that is a UUID, with hyphens or without', async () => {
    const id = randomUUID();
    for (const sent of [id, id.toUpperCase().replaceAll('-', '')]) {
      const response = await post(
        '/flags/?v=2',
        { token: PROJECT_TOKEN, distinct_id: 'u1' },
        { 'x-request-id': sent },
      );
      expect(await response.json()).toMatchObject({ requestId: id });
    }
  });

  it('distinguishes visitors without cookies by address, page and browser', async () => {
    await createFlag({
      key: 'visitor',
      filters: {
        groups: [
          {
            properties: [
              {
                key: 'distinct_id',
                type: 'person',
                operator: 'regex',
                value: '^cookieless_.{22}$',
              },
            ],
            rollout_percentage: 50,
          },
        ],
      },
    });
    await edge.channel.publish({ project_id: 1, what: 'feature_flags' });
    const reasonOf = async (headers: Record<string, string>): Promise<string> => {
      const body = { token: PROJECT_TOKEN, distinct_id: '$posthog_cookieless' };
      const result = await post('/flags/?v=2', body, { 'user-agent': 'Mozilla/5.0', ...headers });
      const { flags } = (await result.json()) as {
        flags: Record<string, { reason: { code: string } }>;
      };
      return flags['visitor']?.reason.code ?? 'absent';
    };
    const page = { origin: 'https://shop.example' };
    await waitUntil(async () => {
      expect(await reasonOf({})).toBe('no_condition_match');
    });
    const reasons = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        reasonOf({ ...page, 'x-forwarded-for': `10.0.0.${index}` }),
      ),
    );
    expect(new Set(reasons)).toEqual(new Set(['condition_match', 'out_of_rollout_bound']));
    expect(await reasonOf({ ...page, 'x-forwarded-for': '10.0.0.1' })).toBe(reasons[1]);
  });

  it.each([
    ['/decide?v=1', { featureFlags: [] }],
    ['/decide?v=2', { featureFlags: {} }],
    [
      '/decide?v=3',
      { featureFlags: {}, featureFlagPayloads: {}, errorsWhileComputingFlags: false },
    ],
    ['/decide?v=4', { flags: {}, errorsWhileComputingFlags: false }],
    ['/flags?v=1', { featureFlags: {}, featureFlagPayloads: {}, errorsWhileComputingFlags: false }],
    ['/flags?v=2', { flags: {}, errorsWhileComputingFlags: false }],
  ])('serves GET %s in the shape of its version, with no flags', async (path, shape) => {
    const body = (await (await fetch(edge.url + path)).json()) as Record<string, unknown>;
    const { featureFlags, featureFlagPayloads, errorsWhileComputingFlags, flags } = body;
    const found = { featureFlags, featureFlagPayloads, errorsWhileComputingFlags, flags };
    expect(JSON.parse(JSON.stringify(found))).toEqual(shape);
  });

  it('rejects other methods', async () => {
    for (const path of ['/flags/', '/decide/?v=3']) {
      const get = await fetch(edge.url + path);
      expect(get.status).toBe(200);
      expect(await get.json()).toMatchObject({
        supportedCompression: ['gzip', 'gzip-js', 'lz64'],
        config: { enable_collect_everything: true },
        toolbarParams: {},
        isAuthenticated: false,
        sessionRecording: false,
      });
      const head = await fetch(edge.url + path, { method: 'HEAD' });
      expect([head.status, await head.text()]).toEqual([200, '']);
      const put = await fetch(edge.url + path, { method: 'PUT', body: '{}' });
      expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, POST, OPTIONS, HEAD']);
      const preflight = await fetch(edge.url + path, {
        method: 'OPTIONS',
        headers: { origin: 'https://a.example', 'access-control-request-method': 'POST' },
      });
      expect(preflight.status).toBe(200);
      expect(preflight.headers.get('access-control-allow-origin')).toBe('https://a.example');
      expect(preflight.headers.get('access-control-allow-methods')).toBe('GET,POST,OPTIONS,HEAD');
    }
  });

  const malformed =
    'Failed to decode request: invalid JSON. Please check your request format and try again.';

  it.each<[unknown, number, unknown]>([
    [
      {},
      401,
      {
        type: 'authentication_error',
        code: 'not_authenticated',
        detail: 'No API token provided. Please include a valid API token in your request.',
        attr: null,
      },
    ],
    [
      { token: 'phc_nobody' },
      401,
      {
        type: 'authentication_error',
        code: 'authentication_failed',
        detail:
          'The provided API key is invalid or has expired. Please check your API key and try again.',
        attr: null,
      },
    ],
    [
      { token: PROJECT_TOKEN },
      400,
      'The distinct_id field is missing from the request. Please include a valid identifier.',
    ],
    [{ token: PROJECT_TOKEN, distinct_id: {} }, 400, malformed],
    ['nope!', 400, malformed],
  ])('rejects %j', async (body, status, expected) => {
    const response = await post('/flags/?v=2', body, { origin: 'https://a.example' });
    const text = await response.text();
    expect(response.status).toBe(status);
    expect(typeof expected === 'string' ? text : JSON.parse(text)).toEqual(expected);
    expect(response.headers.get('access-control-allow-origin')).toBe('https://a.example');
    expect((await post('/decide/?v=3', body)).status).toBe(status);
  });

  it('rejects a body over 2 MiB, naming the limit', async () => {
    const response = await post('/flags/?v=2', Buffer.alloc(2 * 1024 * 1024 + 1, 0x20));
    expect(response.status).toBe(413);
    expect(await response.text()).toContain('2097152');
  });

  it('returns SDKs the start-up configuration', async () => {
    const response = await fetch(`${edge.url}/array/${PROJECT_TOKEN}/config`);
    const config = (await response.json()) as object;
    expect(config).toMatchObject({
      token: PROJECT_TOKEN,
      hasFeatureFlags: true,
      supportedCompression: ['gzip', 'gzip-js', 'lz64'],
      autocapture_opt_out: false,
    });
    const script = await fetch(`${edge.url}/array/${PROJECT_TOKEN}/config.js`);
    expect(script.headers.get('content-type')).toBe('application/javascript');
    const window = {};
    runInNewContext(await script.text(), { window });
    // Through text: objects of another context never equal ours.
    expect(JSON.parse(JSON.stringify(window))).toEqual({
      _POSTHOG_REMOTE_CONFIG: { [PROJECT_TOKEN]: { config, siteApps: [] } },
    });
    expect((await fetch(`${edge.url}/array/phc_nobody/config`)).status).toBe(404);
  });

  describe('changes', () => {
    const value = async (key: string): Promise<unknown> =>
      (await ask('/decide/?v=3')).featureFlags[key];

    it('show when they are announced', async () => {
      expect(await value('announced')).toBeUndefined();
      await createFlag({ key: 'announced', filters: everyone });
      await edge.channel.publish({ project_id: 1, what: 'feature_flags' });
      await waitUntil(async () => {
        expect(await value('announced')).toBe(true);
      });
    });

    it('show on every edge, and a deleted flag is gone', async () => {
      const stores = await createIsolatedStores();
      const [one, other] = [await startEdgeFixture(stores), await startEdgeFixture(stores)];
      try {
        const repository = createFeatureFlagRepository(one.database);
        const announce = (): Promise<void> =>
          one.channel.publish({ project_id: 1, what: 'feature_flags' });
        const seen = async ({ url }: EdgeFixture): Promise<unknown> => {
          const body = JSON.stringify({ token: PROJECT_TOKEN, distinct_id: 'u1' });
          const result = await fetch(`${url}/decide/?v=3`, { method: 'POST', body });
          return ((await result.json()) as FlagsBody).featureFlags['everywhere'];
        };
        const everywhere = async (expected: unknown): Promise<void> => {
          await announce();
          await waitUntil(async () => {
            expect([await seen(one), await seen(other)]).toEqual([expected, expected]);
          });
        };
        expect([await seen(one), await seen(other)]).toEqual([undefined, undefined]);
        const saved = await repository.create(1, 1, { key: 'everywhere', filters: everyone });
        if (saved.outcome !== 'saved') throw new Error(saved.outcome);
        await everywhere(true);
        await repository.update(1, 1, saved.flag.id, { deleted: true });
        await everywhere(undefined);
      } finally {
        await Promise.all([one.stop(), other.stop()]);
      }
    });

    it('show even if the message is lost', async () => {
      expect(await value('unheard')).toBeUndefined();
      await createFlag({ key: 'unheard', filters: everyone });
      await edge.redis.incr('tidemark:definitions-version:{1}');
      await waitUntil(async () => {
        expect(await value('unheard')).toBe(true);
      });
    });
  });

  describe('without a store', () => {
    afterEach(async () => {
      edge.postgresProxy.restore();
      edge.redisProxy.restore();
      await waitUntil(async () => {
        expect((await fetch(`${edge.url}/_readyz`)).status).toBe(200);
      });
    });

    it('evaluates the last known flags; those that need the store fail, the others have values', async () => {
      await ask('/flags/?v=2');
      edge.postgresProxy.cut();
      await edge.channel.publish({ project_id: 1, what: 'feature_flags' });
      const result = await ask('/flags/?v=2', { distinct_id: 'not-in-the-cache' });
      expect(result.errorsWhileComputingFlags).toBe(true);
      expect(result.flags['on']).toMatchObject({ enabled: true });
      expect(result.flags['pro']).toMatchObject({ enabled: false, failed: true });
      const carried = await ask('/flags/?v=2', { person_properties: { plan: 'pro' } });
      expect(carried.errorsWhileComputingFlags).toBe(false);
    });

    it('goes on without Redis', async () => {
      edge.redisProxy.cut();
      const result = await ask('/decide/?v=3', { distinct_id: 'stored-pro' });
      expect(result.featureFlags['pro']).toBe(true);
      expect(result.errorsWhileComputingFlags).toBe(false);
    });

    it('says so when no flags are known, and rejects an unknown token for now', async () => {
      const fresh = await startEdgeFixture(await createIsolatedStores());
      try {
        // The project becomes known, its flags do not.
        await fetch(`${fresh.url}/capture/`, {
          method: 'POST',
          body: JSON.stringify({ api_key: PROJECT_TOKEN, event: 'a', distinct_id: 'u' }),
        });
        fresh.postgresProxy.cut();
        const send = (path: string, token: string): Promise<Response> =>
          fetch(fresh.url + path, {
            method: 'POST',
            body: JSON.stringify({ token, distinct_id: 'u' }),
          });
        const result = await send('/flags/?v=2', PROJECT_TOKEN);
        expect(result.status).toBe(200);
        expect(await result.json()).toMatchObject({ flags: {}, errorsWhileComputingFlags: true });
        expect((await send('/decide/?v=2', PROJECT_TOKEN)).status).toBe(503);
        expect((await send('/flags/?v=2', 'phc_other')).status).toBe(503);
      } finally {
        await fresh.stop();
      }
    });
  });
});
