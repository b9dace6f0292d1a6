import { createCohortRepository, createProjectRepository } from '@tidemark/postgres';
import { createSealedBox, flagPayloadContext } from '@tidemark/platform';
import { waitUntil } from '@tidemark/testing';
import { PROJECT_TOKEN } from '../test-support/edge-fixture';
import {
  PATH,
  PERSONAL_KEY,
  FLAG_SECRETS_KEY,
  flagDefinitionsScene,
} from '../test-support/flag-definitions-scene';

const scene = flagDefinitionsScene();
const { get, flags, announce } = scene;

describe('flag definitions over HTTP', () => {
  it('forbids caching of responses to requests with a credential, errors included', async () => {
    const wrong = await get(PATH, 'phx_wrong');
    expect(wrong.status).toBe(401);
    expect(wrong.headers.get('cache-control')).toBe('no-store');
  });

  it('returns the document with its tag, and no body while the tag is current', async () => {
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

  it('returns the cohorts that flags refer to', async () => {
    const properties = { type: 'OR' as const, values: [] };
    const cohort = await createCohortRepository(scene.edge.database).create(1, 1, {
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

  it('returns 402 when the quota of flag requests is used up', async () => {
    const projects = createProjectRepository(scene.edge.database);
    await projects.update(
      { projectId: scene.other.id, userId: null },
      { declaredQuotas: [{ resource: 'feature_flags', until: null }] },
    );
    await scene.edge.channel.publish({ project_id: scene.other.id, what: 'project' });
    const ask = () => get(`/flags/definitions?token=${scene.other.apiToken}`);
    await waitUntil(async () => expect((await ask()).status).toBe(402));
    const response = await ask();
    expect(await response.json()).toMatchObject({
      type: 'quota_limited',
      code: 'payment_required',
    });
  });

  it('keeps serving while Postgres is unavailable', async () => {
    const tag = (await get(PATH)).headers.get('etag')!;
    scene.edge.postgresProxy.cut();
    try {
      expect((await get(PATH, PERSONAL_KEY, { 'if-none-match': tag })).status).toBe(304);
      const cold = await get(PATH, 'phx_unknown');
      expect(cold.status).toBe(503);
      expect(cold.headers.get('retry-after')).toBe('1');
    } finally {
      scene.edge.postgresProxy.restore();
    }
  });

  it('returns the payload of a remote configuration flag by key or id', async () => {
    const base = '/api/projects/@current/feature_flags';
    const remote = (await flags().listLive(1)).find(({ key }) => key === 'remote')!;
    for (const name of ['remote', String(remote.id)]) {
      const response = await get(
        `${base}/${name}/remote_config/?token=${PROJECT_TOKEN}`,
        scene.secret,
      );
      expect(response.status).toBe(200);
      expect(await response.json()).toBe('{"a":1}');
    }
    for (const name of ['on', 'nothing', '999']) {
      const response = await get(`${base}/${name}/remote_config`);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ code: 'not_found' });
    }
  });

  it('decrypts payloads for personal keys, and returns a marker for others', async () => {
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
    expect(await (await get(path, scene.secret)).json()).toBe('"********* (encrypted)"');
    expect(await (await get(PATH)).text()).not.toContain('sealed');
  });

  it('accepts only GET and HEAD', async () => {
    const init = { method: 'POST', headers: { authorization: `Bearer ${scene.secret}` } };
    const rejected = await fetch(scene.edge.url + PATH, init);
    expect([rejected.status, rejected.headers.get('allow')]).toEqual([405, 'GET,HEAD,OPTIONS']);
  });
});
