import type { ClickHouse } from '@tidemark/clickhouse';
import { createClickHouse } from '@tidemark/clickhouse';
import { alertConditionSchema, alertHysteresisSchema } from '@tidemark/contracts';
import { createLogger, createMetrics } from '@tidemark/platform';
import type { Alert, AlertFields, AlertRepository, Database } from '@tidemark/postgres';
import {
  bootstrap,
  createAlertChecks,
  createAlertRepository,
  createDatabase,
  createInsightRepository,
  createProjectRepository,
} from '@tidemark/postgres';
import { createProjectLookups } from '@tidemark/query-engine';
import { createIsolatedStores } from '@tidemark/testing';
import { createAlertMetrics } from './alert-metrics';
import type { AlertDeps } from './check-alert';
import { checkAlert } from './check-alert';

const logger = createLogger('test', 'silent');
const DAY_MS = 86_400_000;
const BY = { projectId: 1, userId: 1 };
const ALL = { limit: 100, offset: 0 };
/** A Monday; the day before it is the last complete day of the seeded events. */
const MONDAY = Date.parse('2026-03-30T02:00:00Z');

let clickhouse: ClickHouse;
let database: Database;
let alerts: AlertRepository;
let deps: AlertDeps;
let now: Date;

beforeAll(async () => {
  const urls = await createIsolatedStores();
  clickhouse = createClickHouse({ url: urls.clickhouse, logger });
  database = createDatabase(urls.postgres, { poolSize: 4, logger });
  await bootstrap(database, { projectApiKey: 'phc_alerts', personalApiKey: 'phx_alerts' });
  alerts = createAlertRepository(database);
  deps = {
    clickhouse,
    lookups: createProjectLookups(database),
    observe: () => undefined,
    now: () => now,
    checks: createAlertChecks(database),
    insights: createInsightRepository(database),
    projects: createProjectRepository(database),
    metrics: createAlertMetrics(createMetrics('test')),
    stopping: new AbortController().signal,
    logger,
  };
  await seed();
});
afterAll(async () => {
  await Promise.all([clickhouse.close(), database.close()]);
});
beforeEach(() => {
  now = new Date(MONDAY);
});

/** Ten weeks of 40 payments a day, 10 at weekends; from 31 March 2026 on 5 a day for two days, then 40 again. */
async function seed(): Promise<void> {
  const from = Math.floor(MONDAY / DAY_MS) - 70;
  await clickhouse.command(`
    INSERT INTO events (uuid, event, timestamp, team_id, distinct_id, created_at, person_id, person_created_at)
    SELECT toUUID(concat('01900000-0000-7000-8000-', leftPad(toString(day * 1000 + n), 12, '0'))), 'paid',
      toDateTime64(toDate(${from} + day), 6, 'UTC') + INTERVAL 12 HOUR,
      1, 'd', now64(6), toUUID('01900000-0000-7000-8000-000000000000'), now64(3)
    FROM (
      SELECT day, arrayJoin(range(multiIf(
        day IN (71, 72), 5, toDayOfWeek(toDate(${from} + day)) >= 6, 10 + day % 2, 40 + day % 3))) AS n
      FROM (SELECT number AS day FROM numbers(80)))`);
}

const TRENDS = {
  kind: 'InsightVizNode',
  source: { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: 'paid' }] },
};
async function watch(fields: Partial<AlertFields>, query: object = TRENDS): Promise<Alert> {
  const insight = await createInsightRepository(database).create(1, 1, {
    name: 'Payments',
    query: query as Record<string, unknown>,
  });
  const alert = await alerts.create(BY, {
    insightId: insight.id,
    name: 'Payments are low',
    enabled: true,
    subscribedUsers: [1],
    condition: { type: 'absolute_value' },
    threshold: { type: 'absolute', bounds: { lower: 9 } },
    thresholdName: '',
    config: { type: 'TrendsAlertConfig' },
    calculationInterval: 'daily',
    snoozedUntil: null,
    skipWeekend: false,
    scheduleRestriction: null,
    hysteresis: alertHysteresisSchema.parse({}),
    ...fields,
  });
  await due(alert);
  return alert;
}
const due = ({ id }: Alert) =>
  database.db.updateTable('alerts').set({ next_check_at: now }).where('id', '=', id).execute();
const check = (alert: Alert, changes: Partial<AlertDeps> = {}) =>
  checkAlert({ ...deps, ...changes }, { v: 1, project_id: 1, alert_id: alert.id });
/** Checks an alert on the given number of consecutive days. */
async function checkDaily(alert: Alert, days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    now = new Date(MONDAY + day * DAY_MS);
    await due(alert);
    await check(alert);
  }
}
const found = async ({ id }: Alert) => (await alerts.findById(1, id))!;
const checksOf = async ({ id }: Alert) => (await alerts.listChecks(1, id, { page: ALL })).rows;
const changesOf = async ({ id }: Alert) =>
  (await alerts.listNotifications(1, id))
    .map(({ change, value, reason }) => [change, value, reason])
    .reverse();

it('begins once and ends once when the number falls and comes back', async () => {
  const alert = await watch({});
  await checkDaily(alert, 8);
  expect(
    (await checksOf(alert)).map(({ state, value, at }) => [at, value, state]).reverse(),
  ).toEqual([
    ['2026-03-29', 11, 'Not firing'],
    ['2026-03-30', 41, 'Not firing'],
    ['2026-03-31', 5, 'Firing'],
    ['2026-04-01', 5, 'Firing'],
    ['2026-04-02', 41, 'Firing'],
    ['2026-04-03', 42, 'Not firing'],
    ['2026-04-04', 11, 'Not firing'],
    ['2026-04-05', 10, 'Not firing'],
  ]);
  expect(await changesOf(alert)).toEqual([
    ['begun', 5, null],
    ['ended', 42, 'value'],
  ]);
  const [latest] = await checksOf(alert);
  expect(latest).toMatchObject({
    lower: 9,
    upper: null,
    condition: { type: 'absolute_value' },
    threshold: { bounds: { lower: 9 } },
    query: { kind: 'TrendsQuery', dateRange: { date_from: '-3d' } },
    error: null,
  });
  expect(await found(alert)).toMatchObject({ firing: false, lastValue: 10, incident: 1 });
  // The next day in the project's time zone, at the minute of the alert's creation.
  expect((await found(alert)).nextCheckAt.toISOString()).toMatch(/^2026-04-07T01:/);
});

it('compares with the same weekday: a quiet weekend is no incident, a quiet Tuesday is', async () => {
  const condition = alertConditionSchema.parse({ type: 'weekday_deviation' });
  const alert = await watch({ condition, threshold: null });
  await checkDaily(alert, 7);
  expect(await changesOf(alert)).toEqual([
    ['begun', 5, null],
    ['ended', 42, 'value'],
  ]);
  const tuesday = (await checksOf(alert)).find(({ at }) => at === '2026-03-31');
  expect(tuesday?.lower).toBeGreaterThan(30);
  expect(tuesday?.upper).toBeLessThan(50);
});

it('sees a relative decrease, in percent', async () => {
  const alert = await watch({
    condition: { type: 'relative_decrease' },
    threshold: { type: 'percentage', bounds: { upper: 0.8 } },
  });
  await checkDaily(alert, 3);
  expect(await changesOf(alert)).toEqual([['begun', (41 - 5) / 41, null]]);
});

it('watches funnels and statements', async () => {
  const paid = { kind: 'EventsNode', event: 'paid' };
  const never = { kind: 'EventsNode', event: 'never' };
  const dateRange = { date_from: '2026-03-01', date_to: '2026-03-20' };
  const funnel = await watch(
    { config: { type: 'FunnelsAlertConfig' } },
    { kind: 'FunnelsQuery', series: [paid, never], dateRange },
  );
  await check(funnel);
  expect(await changesOf(funnel)).toEqual([['begun', 0, null]]);
  const statement = await watch(
    { config: { type: 'HogQLAlertConfig', column: 'n' } },
    { kind: 'HogQLQuery', query: "select 'x' as name, 3 as n union all select 'y', 7" },
  );
  await check(statement);
  expect((await changesOf(statement))[0]?.[0]).toBe('begun');
});

it('counts an interval without events once, also with a breakdown', async () => {
  const never = { kind: 'EventsNode', event: 'never' };
  const query = { ...TRENDS.source, series: [never], breakdownFilter: { breakdown: 'plan' } };
  const alert = await watch(
    { hysteresis: alertHysteresisSchema.parse({ begin_after: 2 }) },
    { kind: 'InsightVizNode', source: query },
  );
  await checkDaily(alert, 1);
  await checkDaily(alert, 1);
  expect((await checksOf(alert)).map(({ at, state }) => [at, state])).toEqual([
    ['2026-03-29', 'Not firing'],
    ['2026-03-29', 'Not firing'],
  ]);
  await checkDaily(alert, 2);
  expect(await changesOf(alert)).toEqual([['begun', 0, null]]);
});

it.each([
  // On a Monday, the last complete chosen day is Friday.
  [{ daysOfWeek: [1, 2, 3, 4, 5] }, '2026-03-27', 40],
  [{ daysOfWeek: [1] }, '2026-03-23', 40],
  [{ excludeIncompletePeriods: true }, '2026-03-29', 11],
])('checks the last complete day of %j', async (dateRange, at, atLeast) => {
  const alert = await watch(
    {
      condition: { type: 'relative_decrease' },
      threshold: { type: 'absolute', bounds: { upper: 100 } },
    },
    { kind: 'InsightVizNode', source: { ...TRENDS.source, dateRange } },
  );
  await check(alert);
  expect(await checksOf(alert)).toMatchObject([{ at, error: null, state: 'Not firing' }]);
  const absolute = await watch(
    {},
    { kind: 'InsightVizNode', source: { ...TRENDS.source, dateRange } },
  );
  await check(absolute);
  const [only] = await checksOf(absolute);
  expect(only?.at).toBe(at);
  expect(only?.value).toBeGreaterThanOrEqual(atLeast);
});

it('writes failures down, tries again, and leaves the incident as it is', async () => {
  const alert = await watch(
    { config: { type: 'HogQLAlertConfig' } },
    { kind: 'HogQLQuery', query: 'select nonsense from events' },
  );
  await check(alert);
  const failed = await found(alert);
  expect(failed).toMatchObject({ failedChecks: 1, firing: false });
  expect(failed.nextCheckAt.getTime() - now.getTime()).toBe(60_000);
  expect((await checksOf(alert))[0]).toMatchObject({ state: 'Errored', value: null });
  expect((await checksOf(alert))[0]?.error).toContain('nonsense');
  const { db } = database;
  const query = JSON.stringify({ kind: 'HogQLQuery', query: 'select 3' });
  await db.updateTable('insights').set({ query }).where('id', '=', alert.insightId).execute();
  now = failed.nextCheckAt;
  await check(alert);
  expect((await checksOf(alert)).map(({ state }) => state)).toEqual(['Firing', 'Errored']);
  expect(await found(alert)).toMatchObject({ failedChecks: 0, firing: true });
});

it('two workers at once write one check and one notification', async () => {
  const alert = await watch({ threshold: { type: 'absolute', bounds: { lower: 1_000 } } });
  await Promise.all([check(alert), check(alert), check(alert)]);
  expect(await checksOf(alert)).toHaveLength(1);
  expect(await changesOf(alert)).toHaveLength(1);
});

it('a check that was under way when a user changed the alert does not count', async () => {
  const alert = await watch({});
  const late: AlertDeps['checks'] = {
    ...deps.checks,
    finish: async (claim, result) => {
      await alerts.update(BY, alert.id, { enabled: false }, { now, ends: 'disabled' });
      return deps.checks.finish(claim, result);
    },
  };
  await check(alert, { checks: late });
  expect(await checksOf(alert)).toEqual([]);
});

it('is not checked while it is snoozed, disabled, before its time, or once its insight is deleted', async () => {
  const alert = await watch({});
  const dueIds = async () => (await deps.checks.listDue(now, 1_000)).map(({ alertId }) => alertId);
  const isDue = async () => (await dueIds()).includes(alert.id);
  expect(await isDue()).toBe(true);
  const set = (fields: Partial<AlertFields>) => alerts.update(BY, alert.id, fields, { now });
  await set({ snoozedUntil: new Date(MONDAY + 1) });
  expect(await isDue()).toBe(false);
  now = new Date(MONDAY + 1);
  expect(await isDue()).toBe(true);
  await set({ enabled: false });
  expect(await isDue()).toBe(false);
  await set({ enabled: true });
  await alerts.update(BY, alert.id, {}, { now, nextCheckAt: new Date(MONDAY + DAY_MS) });
  expect(await isDue()).toBe(false);
  now = new Date(MONDAY + DAY_MS);
  expect(await isDue()).toBe(true);
  const { db } = database;
  await db
    .updateTable('insights')
    .set({ deleted: true })
    .where('id', '=', alert.insightId)
    .execute();
  expect(await isDue()).toBe(false);
});

it('is postponed to the end of quiet hours and of the weekend', async () => {
  const alert = await watch({
    skipWeekend: true,
    scheduleRestriction: { blocked_windows: [{ start: '00:00', end: '08:30' }] },
  });
  now = new Date('2026-03-28T12:00:00Z');
  await due(alert);
  await check(alert);
  expect((await found(alert)).nextCheckAt.toISOString()).toBe('2026-03-30T08:30:00.000Z');
  expect(await checksOf(alert)).toEqual([]);
});

it('a change of what is watched ends an open incident, and says why', async () => {
  const alert = await watch({ threshold: { type: 'absolute', bounds: { lower: 1_000 } } });
  await check(alert);
  await alerts.update(
    BY,
    alert.id,
    { threshold: { type: 'absolute', bounds: { lower: 1 } } },
    { now, ends: 'changed', nextCheckAt: now },
  );
  expect(await changesOf(alert)).toEqual([
    ['begun', 11, null],
    ['ended', 11, 'changed'],
  ]);
  now = new Date(MONDAY + 1);
  await check(alert);
  expect((await checksOf(alert))[0]?.state).toBe('Not firing');
});
