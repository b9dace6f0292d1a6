import { createStoresWithoutEvents } from '@tidemark/testing';
import type { TestApi } from '../test-support/api';
import { startTestApi } from '../test-support/api';

let api: TestApi;
let project: number;
let actions: string;

beforeAll(async () => {
  api = await startTestApi(await createStoresWithoutEvents());
});
afterAll(() => api.stop());
beforeEach(async () => {
  project = await api.newProject();
  actions = `/api/projects/${project}/actions/`;
});

async function created(json: unknown): Promise<number> {
  const result = await api.call('POST', actions, { json });
  expect(result.status).toBe(201);
  return result.body.id;
}
const get = async (path = '') => (await api.call('GET', actions + path)).body;

describe('format', () => {
  const csv = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(api.base + path, {
      headers: { authorization: `Bearer ${api.masterKey}`, ...headers },
    });
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      text: await response.text(),
    };
  };

  it('csv flattens the list into sorted columns', async () => {
    const id = await created({
      name: 'A',
      tags: ['x'],
      steps: [{ event: '$pageview', url: '/a' }],
    });
    await created({ name: 'B, "c"' });
    const result = await csv(`${actions}?format=csv&ordering=name&limit=2`);
    expect([result.status, result.type]).toEqual([200, 'text/csv; charset=utf-8']);
    const [header = '', first = '', second = '', rest] = result.text.split('\r\n');
    const columns = header.split(',');
    expect(columns).toEqual([...columns].sort());
    expect(columns).toEqual(
      expect.arrayContaining(['created_by.email', 'steps.0.event', 'tags.0']),
    );
    const cell = (name: string) => first.split(',')[columns.indexOf(name)];
    expect([cell('id'), cell('deleted'), cell('pinned_at'), cell('steps.0.url')]).toEqual([
      String(id),
      'False',
      '',
      '/a',
    ]);
    expect(second).toContain('"B, ""c"""');
    expect(rest).toBe('');
    expect(await csv(actions, { accept: 'text/csv' })).toMatchObject({
      type: 'text/csv; charset=utf-8',
    });
  });

  it('csv of an empty list is an empty body, of one action its header and row', async () => {
    expect(await csv(`${actions}?format=csv`)).toMatchObject({ status: 200, text: '' });
    const id = await created({});
    const { status, text } = await csv(`${actions}${id}/?format=csv`);
    expect(status).toBe(200);
    expect(text).toMatch(/^bytecode_error,.*\r\n.*,True,.*\r\n$/);
  });

  it('json is the default, others are not found', async () => {
    expect((await api.call('GET', `${actions}?format=json`)).body.count).toBe(0);
    expect((await api.call('GET', `${actions}?format=xml`)).status).toBe(404);
    const id = await created({});
    expect((await api.call('DELETE', `${actions}${id}/?format=csv`)).status).toBe(405);
  });
});

describe('migrate', () => {
  it('lists the end of posts to Slack and each matching method once', async () => {
    const id = await created({
      name: 'Old',
      post_to_slack: true,
      steps: [{ event: '$autocapture', text: 'Go', href: '/x', url_matching: null }],
    });
    const result = await api.call('POST', `${actions}${id}/migrate/`);
    expect(result.status).toBe(200);
    expect(result.body).toMatchObject({
      id,
      name: 'Old',
      post_to_slack: false,
      steps: [{ text_matching: 'exact', href_matching: 'exact', url_matching: 'contains' }],
    });
    const again = await api.call('POST', `${actions}${id}/migrate/`, { json: {} });
    expect(again.body).toEqual(result.body);
  });

  it('takes the fields of an update, and is a write', async () => {
    const id = await created({ name: 'Old' });
    const json = { name: 'New', post_to_slack: true };
    const result = await api.call('POST', `${actions}${id}/migrate/`, { json });
    expect(result.body).toMatchObject({ name: 'New', post_to_slack: false });
    const key = await api.keyWith(['action:read']);
    expect((await api.call('POST', `${actions}${id}/migrate/`, { key })).status).toBe(403);
    expect((await api.call('POST', `${actions}999999/migrate/`)).status).toBe(404);
  });
});

describe('tags in bulk', () => {
  const bulk = (json: unknown) => api.call('POST', `${actions}bulk_update_tags/`, { json });

  it('adds, removes and sets, and reports skipped items', async () => {
    const one = await created({ tags: ['a'] });
    const two = await created({});
    const other = `/api/projects/${await api.newProject()}/actions/`;
    const foreign = (await api.call('POST', other, { json: {} })).body.id;
    const added = await bulk({ ids: [one, two, foreign], action: 'add', tags: [' B', 'a'] });
    expect(added.status).toBe(200);
    expect(added.body).toEqual({
      updated: [
        { id: one, tags: ['a', 'b'] },
        { id: two, tags: ['a', 'b'] },
      ],
      skipped: [{ id: foreign, reason: 'Not found or no edit access' }],
    });
    await bulk({ ids: [String(one)], action: 'remove', tags: ['A'] });
    await bulk({ ids: [two], action: 'set', tags: [] });
    expect((await get(`${one}/`))['tags']).toEqual(['b']);
    expect((await get(`${two}/`))['tags']).toEqual([]);
    expect((await api.call('GET', `${other}${foreign}/`)).body['tags']).toEqual([]);
  });

  it.each([
    [{ ids: [], action: 'add', tags: ['a'] }, 'ids'],
    [{ ids: [1], action: 'add', tags: [] }, 'tags'],
    [{ ids: [1], action: 'merge', tags: ['a'] }, 'action'],
    [{ ids: Array.from({ length: 501 }, (_, i) => i + 1), action: 'set', tags: [] }, 'ids'],
    [{ ids: [1], action: 'add', tags: ['x'.repeat(256)] }, 'tags__0'],
  ])('rejects %j', async (json, attr) => {
    const result = await bulk(json);
    expect([result.status, result.body['attr']]).toEqual([400, attr]);
  });
});

describe('references', () => {
  it('are the cohorts that use the action', async () => {
    const id = await created({ name: 'Used' });
    const behavioral = {
      type: 'behavioral',
      event_type: 'actions',
      key: id,
      value: 'performed_event',
      time_value: 30,
      time_interval: 'day',
    };
    const json = {
      name: 'Buyers',
      filters: { properties: { type: 'OR', values: [{ type: 'AND', values: [behavioral] }] } },
    };
    const cohorts = `/api/projects/${project}/cohorts/`;
    const cohort = (await api.call('POST', cohorts, { json })).body.id;
    expect(await get(`${id}/references/`)).toEqual([
      {
        type: 'cohort',
        id: String(cohort),
        name: 'Buyers',
        url: `/cohorts/${cohort}`,
        created_at: expect.any(String),
        created_by: expect.objectContaining({ id: 1 }),
      },
    ]);
    expect((await get('?include_reference_count=1')).results).toMatchObject([
      { reference_count: 1 },
    ]);
    expect((await get()).results[0]).not.toHaveProperty('reference_count');
    await api.call('PATCH', `${cohorts}${cohort}/`, { json: { deleted: true } });
    expect(await get(`${id}/references/`)).toEqual([]);
    expect((await api.call('GET', `${actions}999999/references/`)).status).toBe(404);
  });

  it('are insights before experiments, and name those without a name', async () => {
    const id = await created({ name: 'Used' });
    const source = { kind: 'ActionsNode', id };
    const post = async (path: string, json: unknown) => {
      const made = await api.call('POST', `/api/projects/${project}/${path}/`, { json });
      expect({ status: made.status, text: made.text }).toMatchObject({ status: 201 });
      return made.body.id;
    };
    const metric = { kind: 'ExperimentMetric', metric_type: 'mean', source };
    const experiment = await post('experiments', {
      name: 'By metric',
      feature_flag_key: 'one',
      metrics: [metric],
    });
    await post('experiments', {
      name: 'By exposure',
      feature_flag_key: 'two',
      exposure_criteria: { exposure_config: source },
    });
    await post('experiments', { name: 'Neither', feature_flag_key: 'three' });
    await post('insights', {
      query: {
        kind: 'DataTableNode',
        source: { kind: 'EventsQuery', select: ['*'], actionId: id },
      },
    });
    expect(await get(`${id}/references/`)).toMatchObject([
      { type: 'insight', name: 'Unnamed' },
      {
        type: 'experiment',
        id: String(experiment),
        name: 'By metric',
        url: `/experiments/${experiment}`,
      },
      { type: 'experiment', name: 'By exposure' },
    ]);
    expect((await get('?include_reference_count=1')).results).toMatchObject([
      { reference_count: 3 },
    ]);
    await api.call('PATCH', `/api/projects/${project}/experiments/${experiment}/`, {
      json: { deleted: true },
    });
    expect(await get(`${id}/references/`)).toHaveLength(2);
  });
});

it('has a history', async () => {
  const id = await created({ name: 'A' });
  await api.call('PATCH', `${actions}${id}/`, { json: { name: 'B' } });
  await api.call('PATCH', `${actions}${id}/`, { json: { name: 'B' } });
  await api.call('PATCH', `${actions}${id}/`, { json: { deleted: true } });
  await api.call('PATCH', `${actions}${id}/`, { json: { deleted: false } });
  const log = `/api/projects/${project}/activity_log/?scope=Action&item_id=${id}`;
  const { results } = (await api.call('GET', log)).body;
  expect(results.map((entry) => entry['activity'])).toEqual([
    'updated',
    'deleted',
    'updated',
    'created',
  ]);
  expect(results[2]?.['detail']).toMatchObject({
    name: 'B',
    changes: [{ type: 'Action', action: 'changed', field: 'name', before: 'A', after: 'B' }],
  });
});

it('reports the pattern of a selector', async () => {
  const id = await created({
    steps: [{ event: '$autocapture', selector: '#save' }, { selector: 'a:hover' }],
  });
  const { steps } = (await get(`${id}/`)) as unknown as { steps: { selector_regex: unknown }[] };
  expect(steps.map((step) => step.selector_regex)).toEqual([
    expect.stringContaining('attr_id="save"'),
    null,
  ]);
});

describe('preview of an action', () => {
  it('is a query, and rejects what no query could run', async () => {
    const preview = `/api/projects/${await api.newProject()}/actions/preview/`;
    const json = { steps: [{ event: '$autocapture', selector: 'a > b' }] };
    const key = await api.keyWith(['action:write']);
    expect((await api.call('POST', preview, { key, json })).body.detail).toBe(
      "API key missing required scope 'query:read'",
    );
    const bad = { steps: [{ url: 'a(', url_matching: 'regex' }] };
    expect((await api.call('POST', preview, { json: bad })).body['attr']).toBe('steps__0__url');
    expect((await api.call('POST', preview, { json: { steps: [], days: 91 } })).status).toBe(400);
  });
});
