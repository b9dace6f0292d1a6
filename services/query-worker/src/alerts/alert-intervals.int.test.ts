import { alertHysteresisSchema } from '@tidemark/contracts';
import type { AlertScene } from './test-support/alert-scene';
import { MONDAY, TRENDS, openAlertScene } from './test-support/alert-scene';

let scene: AlertScene;

beforeAll(async () => {
  scene = await openAlertScene();
});
afterAll(() => scene.close());
beforeEach(() => scene.setNow(new Date(MONDAY)));

it('counts an interval without events once, also with a breakdown', async () => {
  const never = { kind: 'EventsNode', event: 'never' };
  const query = { ...TRENDS.source, series: [never], breakdownFilter: { breakdown: 'plan' } };
  const alert = await scene.watch(
    { hysteresis: alertHysteresisSchema.parse({ begin_after: 2 }) },
    { kind: 'InsightVizNode', source: query },
  );
  await scene.checkDaily(alert, 1);
  await scene.checkDaily(alert, 1);
  expect((await scene.checksOf(alert)).map(({ at, state }) => [at, state])).toEqual([
    ['2026-03-29', 'Not firing'],
    ['2026-03-29', 'Not firing'],
  ]);
  await scene.checkDaily(alert, 2);
  expect(await scene.changesOf(alert)).toEqual([['begun', 0, null]]);
});

it.each([
  // On a Monday, the last complete chosen day is Friday.
  [{ daysOfWeek: [1, 2, 3, 4, 5] }, '2026-03-27', 40],
  [{ daysOfWeek: [1] }, '2026-03-23', 40],
  [{ excludeIncompletePeriods: true }, '2026-03-29', 11],
])('checks the last complete day of %j', async (dateRange, at, atLeast) => {
  const alert = await scene.watch(
    {
      condition: { type: 'relative_decrease' },
      threshold: { type: 'absolute', bounds: { upper: 100 } },
    },
    { kind: 'InsightVizNode', source: { ...TRENDS.source, dateRange } },
  );
  await scene.check(alert);
  expect(await scene.checksOf(alert)).toMatchObject([{ at, error: null, state: 'Not firing' }]);
  const absolute = await scene.watch(
    {},
    { kind: 'InsightVizNode', source: { ...TRENDS.source, dateRange } },
  );
  await scene.check(absolute);
  const [only] = await scene.checksOf(absolute);
  expect(only?.at).toBe(at);
  expect(only?.value).toBeGreaterThanOrEqual(atLeast);
});
