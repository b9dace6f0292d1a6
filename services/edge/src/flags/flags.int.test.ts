import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { createPersonPropertiesCache } from '@tidemark/redis';
import { waitUntil } from '@tidemark/testing';
import { PROJECT_TOKEN } from '../test-support/edge-fixture';
import { flagsScene } from '../test-support/flags-scene';

describe('flags over HTTP', () => {
  const { edge, ids, createFlag, createPerson, post, ask } = flagsScene();

  it('returns the format of each endpoint and version', async () => {
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
        id: ids()['exp'],
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

  it('reads the requests of SDKs: forms of posthog-js, gzip, other field names', async () => {
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

  it('does not return flags of another runtime', async () => {
    const seen = async (agent: string): Promise<string[]> => {
      const body = { token: PROJECT_TOKEN, distinct_id: 'u1' };
      const response = await post('/flags/?v=2', body, { 'user-agent': agent });
      return Object.keys(((await response.json()) as { flags: object }).flags);
    };
    expect(await seen('posthog-node/5.0.0')).toContain('server');
    expect(await seen('Mozilla/5.0')).not.toContain('server');
  });

  it('evaluates only the requested flags', async () => {
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
    const cache = createPersonPropertiesCache(edge().redis);
    await cache.set(1, [
      { distinct_id: 'cached', person_id: randomUUID(), properties: { plan: 'pro' }, version: 1 },
    ]);
    expect(await pro({ distinct_id: 'cached' })).toBe(true);
    expect(await pro({ distinct_id: 'nobody' })).toBe(false);
  });

  it('fills the cache on a miss', async () => {
    const id = await createPerson('filled', { plan: 'pro' });
    await ask('/decide/?v=3', { distinct_id: 'filled' });
    const cache = createPersonPropertiesCache(edge().redis);
    await waitUntil(async () => {
      const found = await cache.getMany(1, ['filled']);
      expect(found.get('filled')).toEqual({ person_id: id, properties: { plan: 'pro' } });
    });
  });

  it('returns the request id of the client if it is a UUID, with hyphens or without', async () => {
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
    await edge().channel.publish({ project_id: 1, what: 'feature_flags' });
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
});
