import { personUuid } from '@tidemark/domain';
import { createIdentityStore } from '@tidemark/postgres';
import { createPersonPropertiesCache } from '@tidemark/redis';
import { personScene } from '../test-support/person-scene';

const scene = personScene();
const { person, stored, owners } = scene;

describe('list', () => {
  it('shows persons in the shape of the wire, page by page', async () => {
    const ann = await person('ann', { plan: 'pro' }, 'ann-phone');
    await person('bob');
    const first = await scene.api.call('GET', `${scene.root}?limit=1&include_total=1`);
    expect(first.body).toMatchObject({ count: 2, previous: null });
    expect(first.body['next']).toMatch(/limit=1&include_total=1&offset=1$|offset=1/);
    const found = await scene.api.call('GET', `${scene.root}?distinct_id=ann-phone`);
    expect(found.body).toEqual({
      next: null,
      previous: null,
      results: [
        {
          type: 'person',
          id: ann,
          uuid: ann,
          name: 'ann@x.io',
          distinct_ids: ['ann', 'ann-phone'],
          properties: { email: 'ann@x.io', plan: 'pro' },
          created_at: '2026-01-02T03:04:05Z',
          is_identified: true,
          last_seen_at: null,
          matched_recordings: [],
          value_at_data_point: null,
        },
      ],
    });
  });

  it.each([
    ['email=bob@x.io', ['bob']],
    ['search=ANN', ['ann']],
    ['search=phone', ['ann']],
    [
      `properties=${encodeURIComponent('[{"key":"plan","operator":"exact","value":"pro"}]')}`,
      ['ann'],
    ],
    ['distinct_id=nobody', []],
    ['email=nobody', []],
  ])('finds by %s', async (query, expected) => {
    await person('ann', { plan: 'pro' }, 'ann-phone');
    await person('bob', { plan: 'free' });
    const { body } = await scene.api.call('GET', `${scene.root}?${query}`);
    expect(body.results.map(({ distinct_ids: ids }) => (ids as string[])[0])).toEqual(expected);
  });

  it.each(['{', '3', '[3]', '[{"key":"a","type":"nope","value":1}]'])(
    'rejects properties %s',
    async (properties) => {
      const path = `${scene.root}?properties=${encodeURIComponent(properties)}`;
      expect(await scene.api.call('GET', path)).toMatchObject({
        status: 400,
        body: { type: 'validation_error' },
      });
    },
  );

  it('needs person:read, and person:write for changes', async () => {
    const id = await person('ann');
    const key = await scene.api.keyWith(['person:read']);
    expect((await scene.api.call('GET', scene.root, { key })).status).toBe(200);
    expect(await scene.api.call('DELETE', `${scene.root}${id}/`, { key })).toMatchObject({
      status: 403,
      body: { detail: "API key missing required scope 'person:write'" },
    });
    const other = await scene.api.keyWith(['insight:read']);
    expect((await scene.api.call('GET', scene.root, { key: other })).status).toBe(403);
  });
});

describe('one person', () => {
  it('is found by uuid only, and in its own project only', async () => {
    const id = await person('ann');
    expect((await scene.api.call('GET', `${scene.root}${id}/`)).body).toMatchObject({ uuid: id });
    expect((await scene.api.call('GET', `${scene.root}${id.toUpperCase()}/`)).status).toBe(200);
    expect(await scene.api.call('GET', `${scene.root}ann/`)).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('/persons?distinct_id=ann') as string },
    });
    const other = await scene.api.newProject();
    for (const method of ['GET', 'DELETE']) {
      const response = await scene.api.call(method, `/api/projects/${other}/persons/${id}/`);
      expect([method, response.status]).toEqual([method, 404]);
    }
  });

  it('changes properties everywhere: Postgres, ClickHouse, the cache of flags', async () => {
    const id = await person('ann', { plan: 'free', old: 1 });
    const cache = createPersonPropertiesCache(scene.redis);
    await cache.set(scene.project, [
      { distinct_id: 'ann', person_id: id, properties: { plan: 'free' }, version: 0 },
    ]);
    const patched = await scene.api.call('PATCH', `${scene.root}${id}/`, {
      json: { properties: { plan: 'pro' } },
    });
    expect(patched).toMatchObject({ status: 202, body: { properties: { plan: 'pro', old: 1 } } });
    expect(await stored()).toEqual([[id, 'pro']]);
    expect((await cache.getMany(scene.project, ['ann'])).get('ann')).toBeUndefined();

    const set = { key: 'nested', value: { a: [1] } };
    const updated = await scene.api.call('POST', `${scene.root}${id}/update_property/`, {
      json: set,
    });
    expect(updated.status).toBe(202);
    const removed = await scene.api.call('POST', `${scene.root}${id}/delete_property/`, {
      json: { $unset: 'old' },
    });
    expect(removed).toMatchObject({ status: 201, body: { success: true } });
    const { text } = await scene.api.call('GET', `${scene.root}${id}/`);
    expect(text).toContain('"nested":{"a":[1]}');
    expect(text).not.toContain('"old"');
    expect(await createIdentityStore(scene.database).unpublished(10, 0)).toBeNull();
  });

  it.each([
    ['PATCH', '', {}],
    ['PATCH', '', { properties: [] }],
    ['POST', 'update_property/', { key: 'a' }],
    ['POST', 'update_property/', { value: 1 }],
    ['POST', 'delete_property/', {}],
    ['PATCH', '', { properties: { big: 'x'.repeat(700_000) } }],
  ])(
    'rejects %s %s with a body that does not fit',
    async (method: string, path: string, json: object) => {
      const id = await person('ann');
      expect(await scene.api.call(method, `${scene.root}${id}/${path}`, { json })).toMatchObject({
        status: 400,
        body: { type: 'validation_error' },
      });
    },
  );

  it('splits: every other distinct id gets a person of its own', async () => {
    const id = await person('ann', { plan: 'pro' }, 'b', 'c');
    const rejected = await scene.api.call('POST', `${scene.root}${id}/split/`, {
      json: { main_distinct_id: 'x' },
    });
    expect(rejected.status).toBe(400);
    const split = await scene.api.call('POST', `${scene.root}${id}/split/`, {
      json: { main_distinct_id: 'ann' },
    });
    expect(split).toMatchObject({ status: 201, body: { success: true } });
    expect(await owners()).toEqual([
      ['ann', id],
      ['b', personUuid(scene.project, 'b')],
      ['c', personUuid(scene.project, 'c')],
    ]);
    expect((await scene.api.call('GET', `${scene.root}${id}/`)).body).toMatchObject({
      distinct_ids: ['ann'],
      properties: { plan: 'pro' },
    });
  });

  it('splits off the distinct id that the person was made of', async () => {
    const id = await person('z', {}, 'a');
    expect((await scene.api.call('POST', `${scene.root}${id}/split/`, { json: {} })).status).toBe(
      201,
    );
    expect((await scene.api.call('GET', `${scene.root}?distinct_id=a`)).body.results).toMatchObject(
      [{ uuid: id, properties: {} }],
    );
    const [other] = (await scene.api.call('GET', `${scene.root}?distinct_id=z`)).body.results;
    expect(other).toMatchObject({ properties: {}, distinct_ids: ['z'] });
    expect(other?.['uuid']).not.toBe(id);
  });
});

describe('questions', () => {
  it('returns values, and persons by distinct ids', async () => {
    const ann = await person('ann', { 'odd `key\\': 'x' });
    await person('bob', { 'odd `key\\': 'x' });
    await person('cid', { 'odd `key\\': 'y_z' });
    const values = (query: string) => scene.api.call('GET', `${scene.root}values/?${query}`);
    const key = `key=${encodeURIComponent('odd `key\\')}`;
    expect((await values(key)).body).toEqual([
      { name: 'x', count: 2 },
      { name: 'y_z', count: 1 },
    ]);
    expect((await values(`${key}&value=Y_`)).body).toEqual([{ name: 'y_z', count: 1 }]);
    expect((await values('value=y')).status).toBe(400);
    const json = { distinct_ids: ['ann', 'nobody'] };
    const batch = await scene.api.call('POST', `${scene.root}batch_by_distinct_ids/`, { json });
    expect(batch.body).toMatchObject({ results: { ann: { uuid: ann } } });
  });

  it('returns the cohorts of a person', async () => {
    const id = await person('ann');
    const path = `${scene.root}cohorts/?person_id=${id}`;
    expect(await scene.api.call('GET', path)).toMatchObject({ status: 200, body: { results: [] } });
    expect((await scene.api.call('GET', `${scene.root}cohorts/?person_id=ann`)).status).toBe(400);
  });
});
