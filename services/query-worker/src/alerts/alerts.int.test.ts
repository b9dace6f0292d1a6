import { alertConditionSchema } from '@tidemark/contracts';
import type { AlertFields } from '@tidemark/postgres';
import type { AlertDeps } from './check-alert';
import type { AlertScene } from './test-support/alert-scene';
import { BY, DAY_MS, MONDAY, openAlertScene } from './test-support/alert-scene';

let scene: AlertScene;

beforeAll(async () => {
  scene = await openAlertScene();
});
afterAll(() => scene.close());
beforeEach(() => scene.setNow(new Date(MONDAY)));

it('begins once and ends once when the number falls and comes back', async () => {
  const alert = await scene.watch({});
  await scene.checkDaily(alert, 8);
  expect(
    (await scene.checksOf(alert)).map(({ state, value, at }) => [at, value, state]).reverse(),
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
  expect(await scene.changesOf(alert)).toEqual([
    ['begun', 5, null],
    ['ended', 42, 'value'],
  ]);
  const [latest] = await scene.checksOf(alert);
  expect(latest).toMatchObject({
    lower: 9,
    upper: null,
    condition: { type: 'absolute_value' },
    threshold: { bounds: { lower: 9 } },
    query: { kind: 'TrendsQuery', dateRange: { date_from: '-3d' } },
    error: null,
  });
  expect(await scene.found(alert)).toMatchObject({ firing: false, lastValue: 10, incident: 1 });
  // The next day in the project's time zone, at the minute of the alert's creation.
  expect((await scene.found(alert)).nextCheckAt.toISOString()).toMatch(/^2026-04-07T01:/);
});

it('compares with the same weekday: a quiet weekend is no incident, a quiet Tuesday is', async () => {
  const condition = alertConditionSchema.parse({ type: 'weekday_deviation' });
  const alert = await scene.watch({ condition, threshold: null });
  await scene.checkDaily(alert, 7);
  expect(await scene.changesOf(alert)).toEqual([
    ['begun', 5, null],
    ['ended', 42, 'value'],
  ]);
  const tuesday = (await scene.checksOf(alert)).find(({ at }) => at === '2026-03-31');
  expect(tuesday?.lower).toBeGreaterThan(30);
  expect(tuesday?.upper).toBeLessThan(50);
});

it('sees a relative decrease, in percent', async () => {
  const alert = await scene.watch({
    condition: { type: 'relative_decrease' },
    threshold: { type: 'percentage', bounds: { upper: 0.8 } },
  });
  await scene.checkDaily(alert, 3);
  expect(await scene.changesOf(alert)).toEqual([['begun', (41 - 5) / 41, null]]);
});

it('watches funnels and statements', async () => {
  const paid = { kind: 'EventsNode', event: 'paid' };
  const never = { kind: 'EventsNode', event: 'never' };
  const dateRange = { date_from: '2026-03-01', date_to: '2026-03-20' };
  const funnel = await scene.watch(
    { config: { type: 'FunnelsAlertConfig' } },
    { kind: 'FunnelsQuery', series: [paid, never], dateRange },
  );
  await scene.check(funnel);
  expect(await scene.changesOf(funnel)).toEqual([['begun', 0, null]]);
  const statement = await scene.watch(
    { config: { type: 'HogQLAlertConfig', column: 'n' } },
    { kind: 'HogQLQuery', query: "select 'x' as name, 3 as n union all select 'y', 7" },
  );
  await scene.check(statement);
  expect((await scene.changesOf(statement))[0]?.[0]).toBe('begun');
});

it('writes failures down, tries again, and leaves the incident as it is', async () => {
  const alert = await scene.watch(
    { config: { type: 'HogQLAlertConfig' } },
    { kind: 'HogQLQuery', query: 'select nonsense from events' },
  );
  await scene.check(alert);
  const failed = await scene.found(alert);
  expect(failed).toMatchObject({ failedChecks: 1, firing: false });
  expect(failed.nextCheckAt.getTime() - scene.now().getTime()).toBe(60_000);
  expect((await scene.checksOf(alert))[0]).toMatchObject({ state: 'Errored', value: null });
  expect((await scene.checksOf(alert))[0]?.error).toContain('nonsense');
  const { db } = scene.database;
  const query = JSON.stringify({ kind: 'HogQLQuery', query: 'select 3' });
  await db.updateTable('insights').set({ query }).where('id', '=', alert.insightId).execute();
  scene.setNow(failed.nextCheckAt);
  await scene.check(alert);
  expect((await scene.checksOf(alert)).map(({ state }) => state)).toEqual(['Firing', 'Errored']);
  expect(await scene.found(alert)).toMatchObject({ failedChecks: 0, firing: true });
});

it('two workers at once write one check and one notification', async () => {
  const alert = await scene.watch({ threshold: { type: 'absolute', bounds: { lower: 1_000 } } });
  await Promise.all([scene.check(alert), scene.check(alert), scene.check(alert)]);
  expect(await scene.checksOf(alert)).toHaveLength(1);
  expect(await scene.changesOf(alert)).toHaveLength(1);
});

it('a check that was under way when a user changed the alert does not count', async () => {
  const alert = await scene.watch({});
  const late: AlertDeps['checks'] = {
    ...scene.deps.checks,
    finish: async (claim, result) => {
      await scene.alerts.update(
        BY,
        alert.id,
        { enabled: false },
        { now: scene.now(), ends: 'disabled' },
      );
      return scene.deps.checks.finish(claim, result);
    },
  };
  await scene.check(alert, { checks: late });
  expect(await scene.checksOf(alert)).toEqual([]);
});

it('is not checked while it is snoozed, disabled, before its time, or once its insight is deleted', async () => {
  const alert = await scene.watch({});
  const dueIds = async () =>
    (await scene.deps.checks.listDue(scene.now(), 1_000)).map(({ alertId }) => alertId);
  const isDue = async () => (await dueIds()).includes(alert.id);
  expect(await isDue()).toBe(true);
  const set = (fields: Partial<AlertFields>) =>
    scene.alerts.update(BY, alert.id, fields, { now: scene.now() });
  await set({ snoozedUntil: new Date(MONDAY + 1) });
  expect(await isDue()).toBe(false);
  scene.setNow(new Date(MONDAY + 1));
  expect(await isDue()).toBe(true);
  await set({ enabled: false });
  expect(await isDue()).toBe(false);
  await set({ enabled: true });
  await scene.alerts.update(
    BY,
    alert.id,
    {},
    { now: scene.now(), nextCheckAt: new Date(MONDAY + DAY_MS) },
  );
  expect(await isDue()).toBe(false);
  scene.setNow(new Date(MONDAY + DAY_MS));
  expect(await isDue()).toBe(true);
  const { db } = scene.database;
  await db
    .updateTable('insights')
    .set({ deleted: true })
    .where('id', '=', alert.insightId)
    .execute();
  expect(await isDue()).toBe(false);
});

it('is postponed to the end of quiet hours and of the weekend', async () => {
  const alert = await scene.watch({
    skipWeekend: true,
    scheduleRestriction: { blocked_windows: [{ start: '00:00', end: '08:30' }] },
  });
  scene.setNow(new Date('2026-03-28T12:00:00Z'));
  await scene.due(alert);
  await scene.check(alert);
  expect((await scene.found(alert)).nextCheckAt.toISOString()).toBe('2026-03-30T08:30:00.000Z');
  expect(await scene.checksOf(alert)).toEqual([]);
});

it('a change of the watched query ends an open incident with a reason', async () => {
  const alert = await scene.watch({ threshold: { type: 'absolute', bounds: { lower: 1_000 } } });
  await scene.check(alert);
  await scene.alerts.update(
    BY,
    alert.id,
    { threshold: { type: 'absolute', bounds: { lower: 1 } } },
    { now: scene.now(), ends: 'changed', nextCheckAt: scene.now() },
  );
  expect(await scene.changesOf(alert)).toEqual([
    ['begun', 11, null],
    ['ended', 11, 'changed'],
  ]);
  scene.setNow(new Date(MONDAY + 1));
  await scene.check(alert);
  expect((await scene.checksOf(alert))[0]?.state).toBe('Not firing');
});
