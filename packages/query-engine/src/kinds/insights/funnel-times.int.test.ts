import type { FunnelStep } from './test-support/funnel-scene';
import { funnelScene } from './test-support/funnel-scene';
import { did, step } from './test-support/funnel-stories';

const { fixture, project, funnel } = funnelScene();

it.each([
  ['week', ['2020-01-12', '2020-01-19'], ['12-Jan-2020', '19-Jan-2020']],
  ['month', ['2020-01-01'], ['1-Jan-2020']],
])('names each %s by the day it begins', async (interval, days, labels) => {
  const dateRange = { date_from: '2020-01-14', date_to: '2020-01-20' };
  const [line] = await funnel([], { funnelVizType: 'trends' }, { interval, dateRange });
  expect(line).toMatchObject({ days, labels, count: days.length });
});

it('shows conversion by the period of the first step', async () => {
  const results = await funnel<Record<string, unknown>[]>(
    [...did('p', 'a0 b1 c2'), ...did('q', 'a0'), ...did('r', 'a0'), ...did('s', 'a1440 b1441')],
    { funnelVizType: 'trends' },
    { dateRange: { date_from: '2020-01-14', date_to: '2020-01-16' } },
  );
  expect(results).toEqual([
    {
      count: 3,
      data: [0, 33.33, 0],
      days: ['2020-01-14', '2020-01-15', '2020-01-16'],
      labels: ['14-Jan-2020', '15-Jan-2020', '16-Jan-2020'],
    },
  ]);
  const part = await funnel<{ data: number[] }[]>(
    [],
    { funnelVizType: 'trends', funnelToStep: 1 },
    { dateRange: { date_from: '2020-01-14', date_to: '2020-01-16' } },
  );
  expect(part[0]?.data).toEqual([0, 33.33, 100]);
});

describe('compared with the previous period', () => {
  const query = {
    series: [step('a'), step('b')],
    dateRange: { date_from: '2020-01-15', date_to: '2020-01-15' },
    compareFilter: { compare: true },
  };
  const events = [...did('p', 'a0 b10'), ...did('q', 'a0'), ...did('r', 'a-1440 b-1400')];

  it('shows the steps of both', async () => {
    const steps = await funnel<(FunnelStep & { compare_label: string })[]>(events, {}, query);
    expect(steps.map(({ count, compare_label }) => [compare_label, count])).toEqual([
      ['current', 2],
      ['current', 1],
      ['previous', 1],
      ['previous', 1],
    ]);
  });

  it('shows both lines, and bins that both share', async () => {
    expect(await funnel(events, { funnelVizType: 'trends' }, query)).toMatchObject([
      { data: [50], days: ['2020-01-15'], compare_label: 'current' },
      { data: [100], days: ['2020-01-14'], compare_label: 'previous' },
    ]);
    expect(await funnel([], { funnelVizType: 'time_to_convert', binCount: 2 }, query)).toEqual([
      {
        bins: [
          [600, 1],
          [1_500, 0],
          [2_400, 0],
        ],
        average_conversion_time: 600,
        compare_label: 'current',
      },
      {
        bins: [
          [600, 0],
          [1_500, 0],
          [2_400, 1],
        ],
        average_conversion_time: 2_400,
        compare_label: 'previous',
      },
    ]);
  });

  it('returns the actors', async () => {
    await fixture().events(project(), events);
    const behind = async (compare: string) => {
      const source = { kind: 'FunnelsQuery', ...query };
      const { results } = await fixture().run<{ results: unknown[] }>(
        { kind: 'FunnelsActorsQuery', source, funnelStep: 1, compare },
        { id: project() },
      );
      return results.length;
    };
    expect(await behind('current')).toBe(2);
    expect(await behind('previous')).toBe(1);
  });
});

it('can leave out periods in which actors may still convert', async () => {
  const trend = async (more: object) => {
    const [line] = await funnel<{ data: number[]; days: string[] }[]>(
      [],
      { funnelVizType: 'trends', funnelWindowInterval: 2, ...more },
      { dateRange: { date_from: '2020-01-15', date_to: '2020-01-20' } },
    );
    return line?.days.at(-1);
  };
  expect(await trend({})).toBe('2020-01-20');
  // It is noon on the 20th: persons who entered on the 17th have had two days to convert.
  expect(await trend({ hideIncompleteConversionWindowPeriods: true })).toBe('2020-01-17');
});

it('counts an actor in every period it begins in', async () => {
  const results = await funnel<{ data: number[] }[]>(
    did('p', 'a0 a1440 b1450'),
    { funnelVizType: 'trends' },
    {
      series: [step('a'), step('b')],
      dateRange: { date_from: '2020-01-15', date_to: '2020-01-16' },
    },
  );
  expect(results[0]?.data).toEqual([100, 100]);
});

it('lays times to convert out in bins, and one more for the longest', async () => {
  const results = await funnel(
    [...did('p', 'a0 b37'), ...did('q', 'a0 b37'), ...did('r', 'a0 b1380')],
    { funnelVizType: 'time_to_convert', funnelToStep: 1, binCount: 2 },
  );
  expect(results).toEqual({
    bins: [
      [2_220, 2],
      [42_510, 0],
      [82_800, 1],
    ],
    average_conversion_time: 29_080,
  });
});
