import { createClickHouse } from '@tidemark/clickhouse';
import type { ClickHouse } from '@tidemark/clickhouse';
import { identityLines, personUuid } from '@tidemark/domain';
import { createLogger } from '@tidemark/platform';
import type { Database } from '@tidemark/postgres';
import { createDatabase, createIdentityStore, createPersonErasures } from '@tidemark/postgres';
import type { Redis } from '@tidemark/redis';
import { closeRedis, createPersonPropertiesCache, createRedis } from '@tidemark/redis';
import { createIsolatedStores } from '@tidemark/testing';
import type { TestApi } from '../test-support/api';
import { startTestApi } from '../test-support/api';

const logger = createLogger('test', 'silent');
let api: TestApi;
let database: Database;
let clickhouse: ClickHouse;
let redis: Redis;
let project: number;
let root: string;

beforeAll(async () => {
  const urls = await createIsolatedStores();
  database = createDatabase(urls.postgres, { poolSize: 2, logger });
  clickhouse = createClickHouse({ url: urls.clickhouse, logger });
  api = await startTestApi(urls);
  redis = createRedis(urls.redis, 'consumer', logger);
});
afterAll(async () => {
  await Promise.all([api.stop(), database.close(), clickhouse.close(), closeRedis(redis)]);
});
beforeEach(async () => {
  project = await api.newProject();
  root = `/api/projects/${project}/persons/`;
});

/** A person as the ingest worker leaves one, in both stores. */
async function person(name: string, more: object = {}, ...otherIds: string[]): Promise<string> {
  const id = personUuid(project, name);
  const created = [
    {
      projectId: project,
      id,
      properties: { email: `${name}@x.io`, ...more },
      isIdentified: true,
      version: 0,
      createdAt: new Date('2026-01-02T03:04:05Z'),
    },
  ];
  const attached = [name, ...otherIds].map((distinctId) => ({
    projectId: project,
    distinctId,
    personId: id,
    version: 0,
  }));
  const none = { updated: [], deleted: [], attachedTo: [], personlessSeen: [] };
  const writes = { ...none, created, attached, groupTypes: [], groups: [] };
  const { commit } = await createIdentityStore(database).resolve(
    { distinctIds: [], mergeIds: [], groupProjects: [] },
    () => ({ writes, result: null }),
  );
  const lines = identityLines({
    persons: created,
    distinctIds: attached,
    tombstones: [],
    freedDistinctIds: [],
    groups: [],
  });
  for (const [table, rows] of Object.entries(lines)) {
    if (rows.length > 0) await clickhouse.insertJsonEachRow(table, Buffer.from(rows.join('\n')));
  }
  await createIdentityStore(database).complete([commit.outboxId ?? 0]);
  return id;
}

async function hogql(query: string): Promise<unknown> {
  const response = await api.call('POST', `/api/projects/${project}/query/`, {
    json: { query: { kind: 'HogQLQuery', query } },
  });
  return response.body.results;
}
const stored = () =>
  hogql('SELECT toString(id), properties.plan FROM persons ORDER BY properties.email');
const owners = () =>
  hogql('SELECT distinct_id, toString(person_id) FROM person_distinct_ids ORDER BY distinct_id');

describe('list', () => {
  it('shows persons in the shape of the wire, page by page', async () => {
    const ann = await person('ann', { plan: 'pro' }, 'ann-phone');
    await person('bob');
    const first = await api.call('GET', `${root}?limit=1&include_total=1`);
    expect(first.body).toMatchObject({ count: 2, previous: null });
    expect(first.body['next']).toMatch(/limit=1&include_total=1&offset=1$|offset=1/);
    const found = await api.call('GET', `${root}?distinct_id=ann-phone`);
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
    const { body } = await api.call('GET', `${root}?${query}`);
    expect(body.results.map(({ distinct_ids: ids }) => (ids as string[])[0])).toEqual(expected);
  });

  it.each(['{', '3', '[3]', '[{"key":"a","type":"nope","value":1}]'])(
    'rejects properties %s',
    async (properties) => {
      const path = `${root}?properties=${encodeURIComponent(properties)}`;
      expect(await api.call('GET', path)).toMatchObject({
        status: 400,
        body: { type: 'validation_error' },
      });
    },
  );

  it('needs person:read, and person:write for changes', async () => {
    const id = await person('ann');
    const key = await api.keyWith(['person:read']);
    expect((await api.call('GET', root, { key })).status).toBe(200);
    expect(await api.call('DELETE', `${root}${id}/`, { key })).toMatchObject({
      status: 403,
      body: { detail: "API key missing required scope 'person:write'" },
    });
    const other = await api.keyWith(['insight:read']);
    expect((await api.call('GET', root, { key: other })).status).toBe(403);
  });
});

describe('one person', () => {
  it('is found by uuid only, and in its own project only', async () => {
    const id = await person('ann');
    expect((await api.call('GET', `${root}${id}/`)).body).toMatchObject({ uuid: id });
    expect((await api.call('GET', `${root}${id.toUpperCase()}/`)).status).toBe(200);
    expect(await api.call('GET', `${root}ann/`)).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('/persons?distinct_id=ann') as string },
    });
    const other = await api.newProject();
    for (const method of ['GET', 'DELETE']) {
      const response = await api.call(method, `/api/projects/${other}/persons/${id}/`);
      expect([method, response.status]).toEqual([method, 404]);
    }
  });

  it('changes properties everywhere: Postgres, ClickHouse, the cache of flags', async () => {
    const id = await person('ann', { plan: 'free', old: 1 });
    const cache = createPersonPropertiesCache(redis);
    await cache.set(project, [{ distinct_id: 'ann', person_id: id, properties: { plan: 'free' } }]);
    const patched = await api.call('PATCH', `${root}${id}/`, {
      json: { properties: { plan: 'pro' } },
    });
    expect(patched).toMatchObject({ status: 202, body: { properties: { plan: 'pro', old: 1 } } });
    expect(await stored()).toEqual([[id, 'pro']]);
    expect((await cache.getMany(project, ['ann'])).get('ann')).toBeUndefined();

    const set = { key: 'nested', value: { a: [1] } };
    const updated = await api.call('POST', `${root}${id}/update_property/`, { json: set });
    expect(updated.status).toBe(202);
    const removed = await api.call('POST', `${root}${id}/delete_property/`, {
      json: { $unset: 'old' },
    });
    expect(removed).toMatchObject({ status: 201, body: { success: true } });
    const { text } = await api.call('GET', `${root}${id}/`);
    expect(text).toContain('"nested":{"a":[1]}');
    expect(text).not.toContain('"old"');
    expect(await createIdentityStore(database).unpublished(10, 0)).toBeNull();
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
      expect(await api.call(method, `${root}${id}/${path}`, { json })).toMatchObject({
        status: 400,
        body: { type: 'validation_error' },
      });
    },
  );

  it('splits: every other distinct id gets a person of its own', async () => {
    const id = await person('ann', { plan: 'pro' }, 'b', 'c');
    const rejected = await api.call('POST', `${root}${id}/split/`, {
      json: { main_distinct_id: 'x' },
    });
    expect(rejected.status).toBe(400);
    const split = await api.call('POST', `${root}${id}/split/`, {
      json: { main_distinct_id: 'ann' },
    });
    expect(split).toMatchObject({ status: 201, body: { success: true } });
    expect(await owners()).toEqual([
      ['ann', id],
      ['b', personUuid(project, 'b')],
      ['c', personUuid(project, 'c')],
    ]);
    expect((await api.call('GET', `${root}${id}/`)).body).toMatchObject({
      distinct_ids: ['ann'],
      properties: { plan: 'pro' },
    });
  });

  it('splits off the distinct id that the person was made of', async () => {
    const id = await person('z', {}, 'a');
    expect((await api.call('POST', `${root}${id}/split/`, { json: {} })).status).toBe(201);
    expect((await api.call('GET', `${root}?distinct_id=a`)).body.results).toMatchObject([
      { uuid: id, properties: {} },
    ]);
    const [other] = (await api.call('GET', `${root}?distinct_id=z`)).body.results;
    expect(other).toMatchObject({ properties: {}, distinct_ids: ['z'] });
    expect(other?.['uuid']).not.toBe(id);
  });
});

describe('deletion', () => {
  it('takes a person out of every response, and notes what else goes', async () => {
    const id = await person('ann', {}, 'ann-phone');
    const bob = await person('bob');
    const cache = createPersonPropertiesCache(redis);
    await cache.set(project, [{ distinct_id: 'ann', person_id: id, properties: {} }]);
    expect((await api.call('DELETE', `${root}${id}/?delete_events=true`)).status).toBe(202);
    expect((await api.call('GET', `${root}${id}/`)).status).toBe(404);
    expect((await api.call('GET', root)).body.results).toMatchObject([{ uuid: bob }]);
    expect(await stored()).toEqual([[bob, null]]);
    expect(await owners()).toEqual([['bob', bob]]);
    expect((await cache.getMany(project, ['ann'])).get('ann')).toBeUndefined();
    const due = await createPersonErasures(database).listDue(new Date(0), 100);
    expect(due.filter((one) => one.projectId === project)).toMatchObject([
      { personId: id, distinctIds: ['ann', 'ann-phone'], withEvents: true, withRecordings: false },
    ]);
    expect((await api.call('DELETE', `${root}${id}/`)).status).toBe(404);
  });

  it('deletes many, by either kind of id', async () => {
    const ann = await person('ann');
    await person('bob');
    const bulk = (json: object) => api.call('POST', `${root}bulk_delete/`, { json });
    const nobody = personUuid(project, 'nobody');
    expect(await bulk({ ids: [ann, nobody, 'junk'], delete_events: true })).toMatchObject({
      status: 202,
      body: { persons_found: 1, persons_deleted: 1, events_queued_for_deletion: true },
    });
    expect(await bulk({ distinct_ids: ['bob', 'nobody'] })).toMatchObject({
      status: 202,
      body: { persons_found: 1, persons_deleted: 1, events_queued_for_deletion: false },
    });
    expect((await api.call('GET', root)).body.results).toEqual([]);
    const either = 'You need to specify either distinct_ids or ids';
    for (const json of [{}, { ids: [], distinct_ids: [] }]) {
      expect(await bulk(json)).toMatchObject({ status: 400, body: { detail: either } });
    }
    const both = { ids: [ann], distinct_ids: ['bob'] };
    expect(await bulk(both)).toMatchObject({
      status: 400,
      body: { detail: `${either}, not both` },
    });
    expect(await bulk({ ids: Array.from({ length: 1_001 }, () => ann) })).toMatchObject({
      status: 400,
      body: { detail: 'You can only pass 1000 ids in one call' },
    });
  });

  it('keeps the person when asked to', async () => {
    const id = await person('ann');
    expect(
      (await api.call('DELETE', `${root}${id}/?keep_person=true&delete_events=true`)).status,
    ).toBe(202);
    expect((await api.call('GET', `${root}${id}/`)).status).toBe(200);
  });
});

describe('questions', () => {
  it('returns values, and persons by distinct ids', async () => {
    const ann = await person('ann', { 'odd `key\\': 'x' });
    await person('bob', { 'odd `key\\': 'x' });
    await person('cid', { 'odd `key\\': 'y_z' });
    const values = (query: string) => api.call('GET', `${root}values/?${query}`);
    const key = `key=${encodeURIComponent('odd `key\\')}`;
    expect((await values(key)).body).toEqual([
      { name: 'x', count: 2 },
      { name: 'y_z', count: 1 },
    ]);
    expect((await values(`${key}&value=Y_`)).body).toEqual([{ name: 'y_z', count: 1 }]);
    expect((await values('value=y')).status).toBe(400);
    const json = { distinct_ids: ['ann', 'nobody'] };
    const batch = await api.call('POST', `${root}batch_by_distinct_ids/`, { json });
    expect(batch.body).toMatchObject({ results: { ann: { uuid: ann } } });
  });

  it('returns the cohorts of a person', async () => {
    const id = await person('ann');
    const path = `${root}cohorts/?person_id=${id}`;
    expect(await api.call('GET', path)).toMatchObject({ status: 200, body: { results: [] } });
    expect((await api.call('GET', `${root}cohorts/?person_id=ann`)).status).toBe(400);
  });
});
