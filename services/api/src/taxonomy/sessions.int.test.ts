import { createClickHouse } from '@tidemark/clickhouse';
import { createLogger } from '@tidemark/platform';
import { createIsolatedStores } from '@tidemark/testing';
import { v7 } from 'uuid';
import type { TestApi } from '../test-support/api';
import { startTestApi } from '../test-support/api';

let api: TestApi;

beforeAll(async () => {
  const urls = await createIsolatedStores();
  const clickhouse = createClickHouse({ url: urls.clickhouse, logger: createLogger('t', 'fatal') });
  const timestamp = new Date().toISOString().replace('T', ' ').replace('Z', '');
  const sources = ['google', 'youtube', 'google', '["a","b"]', ''];
  await clickhouse.insertJsonEachRow(
    'events',
    [...sources.map((source) => [1, source] as const), [2, 'other'] as const].map(
      ([project, source]) => ({
        uuid: v7(),
        team_id: project,
        event: '$pageview',
        distinct_id: 'd',
        timestamp,
        $session_id: v7(),
        properties_text: JSON.stringify({ utm_source: source }),
      }),
    ),
  );
  await clickhouse.close();
  api = await startTestApi(urls);
});
afterAll(() => api.stop());

const ROOT = '/api/projects/1';
async function names(path: string) {
  const { status, body } = await api.call('GET', ROOT + path);
  expect(status).toBe(200);
  return body.results.map(({ name }) => name);
}

it('lists the properties of sessions', async () => {
  const { body } = await api.call('GET', `${ROOT}/sessions/property_definitions/`);
  expect(Object.keys(body).sort()).toEqual(['count', 'results']);
  expect(body.count).toBe(57);
  expect(body.results).toHaveLength(57);
  const shape = { is_seen_on_filtered_events: null, tags: [] };
  const described = (name: string, is_numerical: boolean, property_type: string) =>
    expect(body.results).toContainEqual({ id: name, name, is_numerical, property_type, ...shape });
  described('$session_duration', true, 'Duration');
  described('$pageview_count', true, 'Numeric');
  described('$start_timestamp', false, 'DateTime');
  described('$is_bounce', false, 'Boolean');
  described('$has_replay_events', false, 'Boolean');
  described('$entry__kx', false, 'String');
  described('$channel_type', false, 'String');
});

it.each([
  ['search=hostname', ['$entry_hostname', '$end_hostname']],
  ['search=UTM%20-%20source', ['$entry_utm_source']],
  ['search=doesnotexist', []],
  [
    'is_numerical=true',
    ['$pageview_count', '$autocapture_count', '$screen_count', '$session_duration'],
  ],
  ['is_numerical=false&search=duration', []],
])('finds properties by %s', async (query, expected) => {
  expect(await names(`/sessions/property_definitions/?${query}`)).toEqual(expected);
});

it('lists them as definitions, too, page by page', async () => {
  const path = `${ROOT}/property_definitions/?type=session`;
  const { body } = await api.call('GET', `${path}&limit=2&offset=1`);
  expect(body.count).toBe(57);
  expect(body.results.map(({ name }) => name)).toEqual(['$channel_type', '$end_current_url']);
  expect(body.results[0]).toMatchObject({ id: '$channel_type', property_type: 'String' });
  expect(body['next']).toContain('offset=3');
  const excluded = `${path}&is_numerical=true&excluded_properties=["$screen_count"]`;
  const { body: numbers } = await api.call('GET', excluded);
  expect(numbers.results.map(({ name }) => name)).toEqual([
    '$autocapture_count',
    '$pageview_count',
    '$session_duration',
  ]);
});

it.each([
  ['key=$entry_utm_source', ['google', 'a', 'b', 'youtube']],
  ['key=$entry_utm_source&value=TUB', ['youtube']],
  ['key=$entry_utm_source&value=%25', []],
  [
    'key=$channel_type&value=paid',
    ['Paid Search', 'Paid Social', 'Paid Video', 'Paid Shopping', 'Paid Unknown'],
  ],
  ['key=$is_bounce', ['1', '0']],
  ['key=$pageview_count', []],
  ['key=session_id', []],
  ["key=x'y", []],
])('proposes values for %s', async (query, expected) => {
  expect(await names(`/sessions/values/?${query}`)).toEqual(expected);
});

it('rejects values of no property, and keys without the scope', async () => {
  const { status, body } = await api.call('GET', `${ROOT}/sessions/values/`);
  expect(status).toBe(400);
  expect(body).toEqual({
    type: 'validation_error',
    code: 'invalid_input',
    detail: 'Key not provided',
    attr: null,
  });
  const key = await api.keyWith(['person:read']);
  for (const path of ['values/?key=$is_bounce', 'property_definitions/']) {
    expect((await api.call('GET', `${ROOT}/sessions/${path}`, { key })).status).toBe(403);
  }
});
