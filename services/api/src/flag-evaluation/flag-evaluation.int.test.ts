import { randomUUID } from 'node:crypto';
import { createLogger } from '@tidemark/platform';
import type { Database } from '@tidemark/postgres';
import { createDatabase } from '@tidemark/postgres';
import { createStoresWithoutEvents } from '@tidemark/testing';
import type { TestApi } from '../test-support/api';
import { startTestApi } from '../test-support/api';

const person = (key: string, value: unknown) => ({ key, type: 'person', operator: 'exact', value });
const groups = (...properties: object[]) => ({ groups: [{ properties }] });

let api: TestApi;
let database: Database;
let path: string;
let projectId: number;

beforeAll(async () => {
  const stores = await createStoresWithoutEvents();
  api = await startTestApi(stores);
  database = createDatabase(stores.postgres, { poolSize: 1, logger: createLogger('test', 'warn') });
  projectId = await api.newProject();
  path = `/api/projects/${projectId}/feature_flags`;
  const flags = [
    {
      key: 'pros',
      filters: { ...groups(person('plan', 'pro')), payloads: { true: '1' } },
    },
    { key: 'off', active: false },
    {
      key: 'company',
      filters: {
        groups: [
          { properties: [{ ...person('tier', 'gold'), type: 'group', group_type_index: 0 }] },
        ],
        aggregation_group_type_index: 0,
      },
    },
    {
      key: 'variant',
      filters: {
        ...groups(),
        multivariate: { variants: [{ key: 'only', rollout_percentage: 100 }] },
      },
    },
  ];
  for (const json of flags) {
    expect(await api.call('POST', `${path}/`, { json })).toMatchObject({ status: 201 });
  }
  const id = randomUUID();
  const common = { project_id: projectId, version: 0 };
  await database.db
    .insertInto('persons')
    .values({ ...common, id, properties: '{"plan":"pro"}', created_at: new Date() })
    .execute();
  await database.db
    .insertInto('person_distinct_ids')
    .values({ ...common, distinct_id: 'ann', person_id: id })
    .execute();
  await database.db
    .insertInto('group_types')
    .values({ project_id: projectId, group_type: 'company', group_type_index: 0 })
    .execute();
  await database.db
    .insertInto('groups')
    .values({
      ...common,
      group_type_index: 0,
      group_key: 'acme',
      properties: '{"tier":"gold"}',
      created_at: new Date(),
    })
    .execute();
});
afterAll(async () => {
  await api.stop();
  await database.close();
});

it('returns reasons for a person', async () => {
  const query = `distinct_id=ann&groups=${encodeURIComponent('{"company":"acme"}')}`;
  const { body } = await api.call('GET', `${path}/evaluation_reasons?${query}`);
  const matched = { reason: 'condition_match', condition_index: 0 };
  expect(body).toEqual({
    pros: { value: true, evaluation: matched },
    off: { value: false, evaluation: { reason: 'disabled', condition_index: null } },
    company: { value: true, evaluation: matched },
    variant: { value: 'only', evaluation: matched },
  });
  const alone = await api.call('GET', `${path}/evaluation_reasons/?distinct_id=bob`);
  expect(alone.body).toMatchObject({
    pros: { value: false, evaluation: { reason: 'no_condition_match', condition_index: 0 } },
    company: { value: false, evaluation: { reason: 'no_group_type', condition_index: 0 } },
  });
});

it.each([
  ['', 'required', 'distinct_id'],
  ['distinct_id=a&groups=acme', 'invalid_input', 'groups'],
  ['distinct_id=a&groups=[]', 'invalid_input', 'groups'],
])('rejects the query %p', async (query, code, attr) => {
  const response = await api.call('GET', `${path}/evaluation_reasons?${query}`);
  expect(response.status).toBe(400);
  expect(response.body).toMatchObject({ type: 'validation_error', code, attr });
});

it('returns whose key it is what flags are for them', async () => {
  const { status, text } = await api.call('GET', `${path}/my_flags`);
  expect(status).toBe(200);
  const values = JSON.parse(text) as { feature_flag: { key: string }; value: unknown }[];
  expect(values.map(({ feature_flag, value }) => [feature_flag.key, value])).toEqual([
    ['variant', 'only'],
    ['company', false],
    ['off', false],
    ['pros', false],
  ]);
});

describe('a dry run', () => {
  const run = async (json: object, key?: string) =>
    api.call('POST', `${path}/dry_run/`, { json, ...(key !== undefined && { key }) });

  it('explains every flag from stored properties', async () => {
    const { status, body } = await run({ distinct_id: 'ann', groups: { company: 'acme' } });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      person: { properties: { plan: 'pro' } },
      errors_while_computing_flags: false,
      flags: [
        {
          key: 'pros',
          value: true,
          payload: '1',
          reason: { code: 'condition_match', condition_index: 0 },
          dependencies: 'complete',
          conditions: [
            {
              outcome: 'match',
              filters: [{ filter: person('plan', 'pro'), actual: 'pro', matches: true }],
              rollout: { percentage: 100, position: null },
            },
          ],
        },
        { key: 'company', value: true, conditions: [{ filters: [{ actual: 'gold' }] }] },
        { key: 'variant', value: 'only' },
        { key: 'off', value: false, reason: { code: 'flag_disabled' }, conditions: [] },
      ],
    });
  });

  it('takes properties and keys from the request', async () => {
    const { body } = await run({
      distinct_id: 'ann',
      person_properties: { plan: 'free' },
      flag_keys: ['pros'],
    });
    expect(body['flags']).toMatchObject([
      {
        key: 'pros',
        value: false,
        conditions: [{ outcome: 'filters_missed', filters: [{ actual: 'free', matches: false }] }],
      },
    ]);
  });

  it('can leave the stores alone, which a key that may not read persons must ask for', async () => {
    const key = await api.keyWith(['feature_flag:read']);
    expect((await run({ distinct_id: 'ann' }, key)).status).toBe(403);
    const { status, body } = await run({ distinct_id: 'ann', use_stored_properties: false }, key);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      person: null,
      flags: [{ key: 'pros', value: false }, {}, {}, {}],
    });
  });

  it.each([
    [{}, 'required', 'distinct_id'],
    [{ distinct_id: 'a', groups: [] }, 'not_a_dict', 'groups'],
    [{ distinct_id: 'a', person_properties: 'x' }, 'not_a_dict', 'person_properties'],
  ])('rejects %j', async (json, code, attr) => {
    const response = await run(json);
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ code, attr });
  });

  describe('of a flag that is not saved', () => {
    const half = { properties: [person('plan', 'pro')], rollout_percentage: 50 };
    const everybody = { properties: [], rollout_percentage: 100 };

    it('explains a new flag, for the person that is stored', async () => {
      const filters = { groups: [{ properties: [person('plan', 'gold')] }, everybody] };
      const { status, body } = await run({ distinct_id: 'ann', flag: { key: 'new', filters } });
      expect(status).toBe(200);
      expect(body['flags']).toMatchObject([
        {
          id: null,
          key: 'new',
          value: true,
          reason: { code: 'condition_match', condition_index: 1 },
          conditions: [
            { outcome: 'filters_missed', filters: [{ actual: 'pro', matches: false }] },
            { outcome: 'match', rollout: { percentage: 100 } },
          ],
        },
      ]);
      expect(body['flags']).toHaveLength(1);
    });

    it('places people as the saved flag would', async () => {
      const filters = { groups: [half] };
      const unsaved = await run({ distinct_id: 'ann', flag: { key: 'saved-later', filters } });
      const json = { key: 'saved-later', filters };
      const { id } = (await api.call('POST', `${path}/`, { json })).body;
      const saved = await run({ distinct_id: 'ann', flag_keys: ['saved-later'] });
      await api.call('PATCH', `${path}/${id}/`, { json: { deleted: true } });
      const [before] = unsaved.body['flags'] as object[];
      const [after] = saved.body['flags'] as object[];
      expect(after).toEqual({ ...before, id });
    });

    it('explains a change, which flags that depend on it follow, and saves nothing', async () => {
      const json = { key: 'base', filters: { groups: [everybody] } };
      const { id } = (await api.call('POST', `${path}/`, { json })).body;
      const dependsOn = {
        type: 'flag',
        key: String(id),
        operator: 'flag_evaluates_to',
        value: true,
      };
      const above = { key: 'above', filters: { groups: [{ properties: [dependsOn] }] } };
      const { id: aboveId } = (await api.call('POST', `${path}/`, { json: above })).body;
      const filters = { groups: [{ properties: [], rollout_percentage: 0 }] };
      const request = { distinct_id: 'ann', flag: { id, filters }, flag_keys: ['base', 'above'] };
      expect((await run(request)).body['flags']).toMatchObject([
        { id, key: 'base', value: false, reason: { code: 'out_of_rollout_bound' } },
        { key: 'above', value: false },
      ]);
      const off = await run({ distinct_id: 'ann', flag: { id, active: false, filters } });
      expect(off.body['flags']).toMatchObject([{ id, reason: { code: 'flag_disabled' } }]);
      const stored = await run({ distinct_id: 'ann', flag_keys: ['base', 'above'] });
      expect(stored.body['flags']).toMatchObject([{ value: true }, { value: true }]);
      for (const one of [aboveId, id]) {
        await api.call('PATCH', `${path}/${one}/`, { json: { deleted: true } });
      }
    });

    it.each([
      [{ filters: { groups: [] } }, 400, 'flag__key'],
      [{ key: 'pros', filters: { groups: [] } }, 400, 'flag__key'],
      [{ key: 'a b', filters: { groups: [] } }, 400, 'flag__key'],
      [{ key: 'x' }, 400, 'flag__filters'],
      [{ id: 2_000_000_000, filters: { groups: [] } }, 404, null],
      [
        {
          key: 'x',
          filters: { groups: [{ properties: [{ ...person('plan', '('), operator: 'regex' }] }] },
        },
        400,
        'filters',
      ],
      [
        {
          key: 'x',
          filters: {
            groups: [{ properties: [{ type: 'cohort', key: 'id', value: 2_000_000_000 }] }],
          },
        },
        400,
        'filters',
      ],
    ])('rejects %j', async (flag, status, attr) => {
      const answer = await run({ distinct_id: 'ann', flag });
      expect([answer.status, answer.body['attr']]).toEqual([status, attr]);
    });
  });

  it('survives ids that no store can hold', async () => {
    const { status, body } = await run({ distinct_id: 'a\0b', groups: { company: '\0' } });
    expect([status, body['person']]).toEqual([200, null]);
  });
});
