import { createClickHouse } from '@tidemark/clickhouse';
import { personUuid } from '@tidemark/domain';
import { createLogger } from '@tidemark/platform';
import { createDatabase, createIdentityStore } from '@tidemark/postgres';
import { createIsolatedStores } from '@tidemark/testing';
import { v7 } from 'uuid';
import type { TestApi } from '../test-support/api';
import { startTestApi } from '../test-support/api';

const id = personUuid(1, 'ann');
const path = `/api/projects/1/persons/${id}/properties_timeline/`;
let api: TestApi;

/** Time, bar, name of each event. */
const EVENTS = [
  ['2020-01-01 00:00:00', '456', '$pageview'],
  ['2020-01-02 00:00:00', '123', 'whatever'],
  ['2020-01-02 01:00:00', '123', '$pageview'],
  ['2020-01-03 01:00:00', '123', '$pageview'],
  ['2020-01-04 19:00:01.250001', '789', '$pageview'],
  ['2020-01-31 23:30:00', '789', '$pageview'],
] as const;

beforeAll(async () => {
  const urls = await createIsolatedStores();
  const logger = createLogger('test', 'silent');
  const clickhouse = createClickHouse({ url: urls.clickhouse, logger });
  await clickhouse.insertJsonEachRow(
    'events',
    EVENTS.map(([timestamp, bar, event]) => ({
      uuid: v7(),
      team_id: 1,
      event,
      distinct_id: 'ann',
      person_id: id,
      timestamp,
      person_properties: { foo: 'abc', bar },
    })),
  );
  await clickhouse.close();
  api = await startTestApi(urls);
  const database = createDatabase(urls.postgres, { poolSize: 1, logger });
  const none = { updated: [], deleted: [], attachedTo: [], personlessSeen: [] };
  const created = [
    { projectId: 1, id, properties: {}, isIdentified: true, version: 0, createdAt: new Date(0) },
  ];
  const attached = [{ projectId: 1, distinctId: 'ann', personId: id, version: 0 }];
  await createIdentityStore(database).resolve(
    { distinctIds: [], mergeIds: [], groupProjects: [] },
    () => ({
      writes: { ...none, created, attached, groupTypes: [], groups: [] },
      result: null,
    }),
  );
  await database.close();
});
afterAll(() => api.stop());

const BAR = 'properties=[{"key":"bar","value":"xyz","type":"person"}]';
const DAYS = 'date_from=2020-01-01&date_to=2020-01-05';
const point = (timestamp: string, bar: string, relevant_event_count: number) => ({
  timestamp,
  properties: { foo: 'abc', bar },
  relevant_event_count,
});

it('shows where the properties that matter changed', async () => {
  const { status, body } = await api.call(
    'GET',
    `${path}?events=[{"id":"$pageview"}]&${BAR}&${DAYS}`,
  );
  expect(status).toBe(200);
  expect(body).toEqual({
    points: [
      point('2020-01-01T00:00:00Z', '456', 1),
      point('2020-01-02T01:00:00Z', '123', 2),
      point('2020-01-04T19:00:01.250001Z', '789', 1),
    ],
    crucial_property_keys: ['bar'],
    effective_date_from: '2020-01-01T00:00:00+00:00',
    effective_date_to: '2020-01-05T23:59:59.999999+00:00',
  });
});

it.each([
  [DAYS, [], [5]],
  [`${BAR}&${DAYS}`, ['bar'], [1, 3, 1]],
  [`breakdown=bar&breakdown_type=person&${DAYS}`, ['bar'], [1, 3, 1]],
  [
    `events=[{"id":"$pageview","properties":[{"key":"foo","type":"person","value":"no"},{"key":"x","type":"event","value":"y"}]}]&${DAYS}`,
    ['foo'],
    [4],
  ],
  [`${BAR}&date_from=2020-01-01&date_to=2020-01-01&interval=month`, ['bar'], [1, 3, 2]],
  [
    `${BAR}&date_from=2020-01-02T00:00:00Z&date_to=2020-01-02T00:00:00Z&interval=hour`,
    ['bar'],
    [2],
  ],
  [BAR, ['bar'], []],
])('counts for %s', async (query, keys, counts) => {
  const { body } = await api.call('GET', `${path}?${query}`);
  expect(body['crucial_property_keys']).toEqual(keys);
  const points = body['points'] as { relevant_event_count: number }[];
  expect(points.map(({ relevant_event_count: count }) => count)).toEqual(counts);
});

it.each([
  ['events=nonsense', 'events'],
  ['events=[{"id":5}]', 'events'],
  ['date_from=someday', 'date_from'],
  ['interval=year', 'interval'],
])('rejects %s', async (query, attr) => {
  const { status, body } = await api.call('GET', `${path}?${query}`);
  expect(status).toBe(400);
  expect(body).toMatchObject({ type: 'validation_error', attr });
});

it('returns 404 for the timeline of an unknown person', async () => {
  const nobody = path.replace(id, personUuid(1, 'nobody'));
  expect((await api.call('GET', nobody)).status).toBe(404);
});

it('takes events of actions, and days of the zone of the project', async () => {
  const json = { name: 'any', steps: [{ event: 'whatever' }] };
  const { body: action } = await api.call('POST', '/api/projects/1/actions/', { json });
  await api.call('PATCH', '/api/projects/1/', { json: { timezone: 'Asia/Kolkata' } });
  const query = `actions=[{"id":${action.id}}]&${BAR}&${DAYS}`;
  const { body } = await api.call('GET', `${path}?${query}`);
  expect(body).toEqual({
    points: [point('2020-01-02T00:00:00Z', '123', 1)],
    crucial_property_keys: ['bar'],
    effective_date_from: '2020-01-01T00:00:00+05:30',
    effective_date_to: '2020-01-05T23:59:59.999999+05:30',
  });
});
