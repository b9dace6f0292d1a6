import { createClickHouse } from '@tidemark/clickhouse';
import { createLogger } from '@tidemark/platform';
import { createIsolatedStores } from '@tidemark/testing';
import type { TestApi } from '../test-support/api';
import { startTestApi } from '../test-support/api';

let api: TestApi;
let insight: number;
const ALERTS = '/api/projects/1/alerts/';
const INSIGHTS = '/api/projects/1/insights/';
const bounds = (lower: number) => ({ configuration: { type: 'absolute', bounds: { lower } } });
const trends = {
  kind: 'InsightVizNode',
  source: { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: 'paid' }] },
};

beforeAll(async () => {
  const urls = await createIsolatedStores();
  const logger = createLogger('test', 'warn');
  const clickhouse = createClickHouse({ url: urls.clickhouse, logger });
  await clickhouse.close();
  api = await startTestApi(urls);
  insight = await insightOf(trends);
});
afterAll(() => api.stop());

const insightOf = async (query: object): Promise<number> =>
  (await api.call('POST', INSIGHTS, { json: { name: 'Paid', query } })).body.id;
const create = (json: object) =>
  api.call('POST', ALERTS, { json: { insight, subscribed_users: [1], ...json } });
const made = async (json: object = {}): Promise<string> => {
  const { body } = await create({ threshold: bounds(1), ...json });
  return `${ALERTS}${String(body.id)}/`;
};
const patch = async (path: string, json: object) => (await api.call('PATCH', path, { json })).body;

it('is created, listed, changed and deleted', async () => {
  const { status, body } = await create({ name: 'Low', threshold: bounds(10) });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    name: 'Low',
    insight: { id: insight, name: 'Paid' },
    enabled: true,
    state: 'Not firing',
    subscribed_users: [{ id: 1 }],
    condition: { type: 'absolute_value' },
    threshold: { name: '', configuration: { type: 'absolute', bounds: { lower: 10 } } },
    config: { type: 'TrendsAlertConfig' },
    detector_config: null,
    calculation_interval: 'daily',
    snoozed_until: null,
    skip_weekend: false,
    schedule_restriction: null,
    hysteresis: { begin_after: 1, end_after: 2, margin: 0.1 },
    last_notified_at: null,
    last_checked_at: null,
    checks: [],
    checks_total: 0,
    notifications: [],
    created_by: { id: 1 },
  });
  const path = `${ALERTS}${String(body.id)}/`;
  expect((await api.call('GET', path)).body).toEqual(body);
  const listed = (await api.call('GET', `${ALERTS}?insight=${insight}`)).body;
  expect(listed).toMatchObject({ count: 1, results: [{ id: body.id, checks: [] }] });
  expect((await api.call('GET', `${ALERTS}?insight=${insight + 1}`)).body.count).toBe(0);
  expect(await patch(path, { name: 'Lower', enabled: false })).toMatchObject({
    name: 'Lower',
    enabled: false,
    next_check_at: null,
    threshold: body['threshold'],
  });
  expect((await api.call('DELETE', path)).status).toBe(204);
  expect((await api.call('GET', path)).status).toBe(404);
});

it.each([
  [{ condition: { type: 'weekday_deviation', direction: 'down' }, threshold: null }],
  [
    {
      condition: { type: 'relative_decrease' },
      threshold: { configuration: { type: 'percentage', bounds: { upper: 0.5 } } },
    },
  ],
  [
    {
      calculation_interval: 'hourly',
      skip_weekend: true,
      schedule_restriction: { blocked_windows: [{ start: '22:00', end: '06:00' }] },
    },
  ],
  [{ hysteresis: { begin_after: 2, end_after: 3, margin: 0 } }],
  [{ config: { type: 'TrendsAlertConfig', series_index: 0, check_ongoing_interval: false } }],
])('keeps %j', async (json) => {
  const path = await made(json);
  const { body } = await api.call('GET', path);
  expect(body).toMatchObject({
    ...json,
    ...('threshold' in json && { threshold: json.threshold }),
  });
});

it('is about funnels and statements, too', async () => {
  const step = { kind: 'EventsNode', event: 'a' };
  const funnel = await insightOf({ kind: 'FunnelsQuery', series: [step, step] });
  const { body } = await create({ insight: funnel, threshold: bounds(50) });
  expect(body).toMatchObject({ config: { type: 'FunnelsAlertConfig' } });
  const statement = await insightOf({ kind: 'HogQLQuery', query: 'select 1' });
  const path = `${ALERTS}${String(body.id)}/`;
  expect(await patch(path, { insight: statement })).toMatchObject({
    insight: { id: statement },
    config: { type: 'HogQLAlertConfig' },
  });
});

it.each([
  [{}, 'threshold__configuration'],
  [{ threshold: bounds(1), insight: 999_999 }, 'insight'],
  [{ threshold: bounds(1), subscribed_users: [999_999] }, 'subscribed_users'],
  [{ threshold: bounds(1), config: { type: 'HogQLAlertConfig' } }, 'config'],
  [{ threshold: bounds(1), detector_config: { type: 'zscore' } }, 'detector_config'],
  [{ threshold: bounds(1), investigation_agent_enabled: true }, 'investigation_agent_enabled'],
  [{ threshold: bounds(1), calculation_interval: 'every_15_minutes' }, 'calculation_interval'],
  [{ threshold: bounds(1), snoozed_until: '2020-01-01' }, 'snoozed_until'],
])('rejects %j', async (json, attr) => {
  const { status, body } = await create(json);
  expect({ status, attr: body['attr'] }).toEqual({ status: 400, attr });
});

it('rejects an insight that no alert can be about', async () => {
  const id = await insightOf({ kind: 'RetentionQuery', retentionFilter: {} });
  const { body } = await create({ insight: id, threshold: bounds(1) });
  expect(body.detail).toBe('Alerts are not supported for this insight.');
});

it('is snoozed for a while, or until a date, and woken', async () => {
  const path = await made();
  const snoozed = await patch(path, { snoozed_until: '2h' });
  expect(snoozed).toMatchObject({ state: 'Snoozed' });
  const ahead = Date.parse(String(snoozed['snoozed_until'])) - Date.now();
  expect(Math.round(ahead / 60_000)).toBe(120);
  expect(await patch(path, { snoozed_until: '2099-01-01T00:00:00Z' })).toMatchObject({
    snoozed_until: '2099-01-01T00:00:00Z',
  });
  expect(await patch(path, { snoozed_until: null })).toMatchObject({
    state: 'Not firing',
    snoozed_until: null,
  });
});

it('needs its scope', async () => {
  const reader = await api.keyWith(['alert:read']);
  const json = { insight, subscribed_users: [], threshold: bounds(1) };
  expect((await api.call('GET', ALERTS, { key: reader })).status).toBe(200);
  expect((await api.call('POST', ALERTS, { key: reader, json })).status).toBe(403);
  const stranger = await api.keyWith(['insight:write']);
  expect((await api.call('GET', ALERTS, { key: stranger })).status).toBe(403);
});

it('is not listed once its insight is deleted', async () => {
  const id = await insightOf(trends);
  await create({ insight: id, threshold: bounds(1) });
  const count = async () => (await api.call('GET', `${ALERTS}?insight=${id}`)).body.count;
  expect(await count()).toBe(1);
  await api.call('PATCH', `${INSIGHTS}${id}/`, { json: { deleted: true } });
  expect(await count()).toBe(0);
});
