import type { InsightFixture, TestEvent } from './test-support/insight-fixture';
import { createInsightFixture } from './test-support/insight-fixture';

let fixture: InsightFixture;
let project = 0;
beforeAll(async () => {
  fixture = await createInsightFixture();
});
afterAll(() => fixture.close());
beforeEach(() => {
  project += 1;
});

const DAYS = { date_from: '2020-01-13', date_to: '2020-01-15' };
const amount = (at: string, value?: number): TestEvent => ({
  at,
  who: 'a',
  event: 'paid',
  properties: value === undefined ? {} : { amount: value },
});
const PAID = { kind: 'EventsNode', event: 'paid' };

async function trends(
  display: string,
  node: object,
  query: object = {},
): Promise<Record<string, unknown>[]> {
  const { results } = await fixture.run<{ results: Record<string, unknown>[] }>(
    {
      kind: 'TrendsQuery',
      series: [node],
      trendsFilter: { display },
      dateRange: DAYS,
      ...query,
    },
    { id: project, now: '2020-01-20T12:00:00Z' },
  );
  return results;
}

it('a box plot shows the distribution of a property by day', async () => {
  await fixture.events(project, [
    ...[1, 2, 3, 4, 5].map((value) => amount('2020-01-13 10:00:00', value)),
    amount('2020-01-15 10:00:00', 8),
    amount('2020-01-15 11:00:00'),
  ]);
  const box = await trends('BoxPlot', { ...PAID, math: 'sum', math_property: 'amount' });
  const shared = { series_index: 0, series_label: 'paid - amount' };
  const flat = (value: number) => ({
    min: value,
    p25: value,
    median: value,
    p75: value,
    max: value,
    mean: value,
  });
  expect(box).toEqual([
    {
      day: '2020-01-13',
      label: '13-Jan-2020',
      ...{ min: 1, p25: 2, median: 3, p75: 4, max: 5, mean: 3 },
      ...shared,
    },
    { day: '2020-01-14', label: '14-Jan-2020', ...flat(0), ...shared },
    { day: '2020-01-15', label: '15-Jan-2020', ...flat(8), ...shared },
  ]);
  await expect(trends('BoxPlot', PAID)).rejects.toMatchObject({
    status: 400,
    attr: 'series__0__math_property',
  });
});

it('a slope graph has the first and the last bucket, and counts only these', async () => {
  const events = ['13', '13', '14', '14', '14', '15'].map((day) =>
    amount(`2020-01-${day} 10:00:00`),
  );
  await fixture.events(project, events);
  const [line] = await trends('SlopeGraph', PAID, { compareFilter: { compare: true } });
  expect(line).toMatchObject({
    data: [2, 1],
    days: ['2020-01-13', '2020-01-15'],
    labels: ['13-Jan-2020', '15-Jan-2020'],
    count: 3,
    incomplete_end: false,
    filter: { display: 'SlopeGraph' },
  });
  const [active] = await trends('SlopeGraph', { ...PAID, math: 'weekly_active' });
  expect(active).toMatchObject({ data: [1, 1] });
});

it('progress is one total', async () => {
  await fixture.events(project, [amount('2020-01-13'), amount('2020-01-15')]);
  expect(await trends('Progress', PAID)).toMatchObject([
    { aggregated_value: 2, data: [], days: [], count: 0 },
  ]);
});

it('a calendar heatmap is one result of trends', async () => {
  await fixture.events(project, [amount('2020-01-13 09:10:00'), amount('2020-01-15 20:00:00')]);
  expect(await trends('CalendarHeatmap', PAID)).toMatchObject([
    {
      label: 'paid',
      data: [],
      count: 2,
      aggregated_value: 2,
      calendar_heatmap_data: {
        data: [
          { row: 1, column: 9, value: 1 },
          { row: 3, column: 20, value: 1 },
        ],
        allAggregations: 2,
      },
    },
  ]);
});
