import {
  correlationQuery,
  isAutomatic,
  oddsWords,
  peopleBehindCorrelation,
  shapeCorrelation,
  shareConverted,
} from './correlation';
import { newFunnel, newTrends } from './new-insight';
import { peopleBehindConversion, restOf } from './people-behind';
import { peopleBehindBox, peopleBehindHour, shapeBoxes, shapeHeatmap } from './shape-displays';
import { shapeFunnels } from './shape-funnel';
import { shapeConversion, shapeTimes } from './shape-funnel-times';
import { running } from './test-support/running';

describe('displays of trends', () => {
  it('are boxes by series and bucket, or null without a value', () => {
    const box = (series_index: number, day: string, max: number) => ({
      ...{ series_index, day, max, series_label: `s${series_index}`, label: day },
      ...{ min: 0, p25: 0, median: 0, p75: 0, mean: max / 2 },
    });
    const results = [box(0, '2026-11-21', 0), box(0, '2026-11-22', 5), box(1, '2026-11-21', 7)];
    const shape = shapeBoxes(newTrends(), { results });
    expect(shape.series.map(({ boxes }) => boxes.map((one) => one?.max ?? null))).toEqual([
      [null, 5],
      [7],
    ]);
    const point = { title: '', index: 1, day: '2026-11-21', value: 7 };
    const query = { ...newTrends(), trendsFilter: { display: 'BoxPlot' as const } };
    expect(peopleBehindBox(query, point)).toMatchObject({
      comparable: null,
      source: { series: 1, source: { trendsFilter: { display: 'ActionsLineGraph' } } },
    });
  });

  it('are the hours of a week, whose people are found by day and hour', () => {
    const calendar_heatmap_data = {
      data: [{ row: 7, column: 23, value: 5 }],
      rowAggregations: [{ row: 7, value: 5 }],
      columnAggregations: [{ column: 23, value: 5 }],
      allAggregations: 5,
    };
    const shape = shapeHeatmap({ results: [{ calendar_heatmap_data }] });
    expect(shape.cells[6]?.[23]).toBe(5);
    expect(shape.days[6]).toBe(5);
    expect(shape.hours[23]).toBe(5);
    expect(shapeHeatmap({}).total).toBe(0);

    const own = { type: 'OR', values: [{ type: 'AND', values: [] }] };
    const point = { title: '', day: 7, hour: 23, value: 5 };
    const filter = {
      type: 'hogql',
      key: 'toDayOfWeek(timestamp) = 7 and toHour(timestamp) = 23',
    };
    expect(peopleBehindHour({ ...newTrends(), properties: own }, point)).toMatchObject({
      comparable: 'events',
      source: {
        source: { properties: { type: 'AND', values: [own, { type: 'AND', values: [filter] }] } },
      },
    });
    const all = peopleBehindHour(newTrends(), { ...point, day: null, hour: null });
    expect(all.source['source']).not.toHaveProperty('properties', expect.anything());
  });
});

describe('forms of funnels', () => {
  it('compare two periods', () => {
    const step = (count: number, compare_label: string) => ({ name: 'a', count, compare_label });
    const results = [
      step(4, 'current'),
      step(2, 'current'),
      step(8, 'previous'),
      step(2, 'previous'),
    ];
    const funnels = shapeFunnels(newFunnel(), results);
    expect(
      funnels.map(({ label, compare, steps }) => [label, compare, steps[1]?.shareOfFirst]),
    ).toEqual([
      ['All', 'current', 0.5],
      ['All (before)', 'previous', 0.25],
    ]);
  });

  it('name a cohort, and request its people by its id', () => {
    const step = { name: 'a', count: 4, breakdown: 'Payers', breakdown_value: 3 };
    const [funnel] = shapeFunnels(newFunnel(), [[step, step]]);
    expect(funnel).toMatchObject({ label: 'Payers', breakdown: 3 });
  });

  it('are conversion rates by period, with the people who did not convert', () => {
    const line = { data: [50, 0], days: ['2026-11-22', '2026-11-23'], breakdown_value: ['pro'] };
    const shape = shapeConversion(newFunnel(), { results: [line], ...running });
    expect(shape).toMatchObject({
      isLastRunning: true,
      lines: [{ label: 'pro', values: [50, 0] }],
    });
    const point = { title: '', day: '2026-11-22', breakdown: ['pro'], compare: null, value: 50 };
    const people = peopleBehindConversion(newFunnel(), point);
    expect(people.source).toMatchObject({ funnelTrendsDropOff: false });
    expect(restOf(people)?.source).toMatchObject({ funnelTrendsDropOff: true });
  });

  it('are times to convert, of one period or two', () => {
    const bins = [
      [60, 3],
      [120, 1],
    ];
    const shape = shapeTimes({ results: { bins, average_conversion_time: 75 } });
    expect(shape.periods).toMatchObject([{ total: 4, counts: [3, 1], meanSeconds: 75 }]);
    expect(shape.bins.map(({ title }) => title)).toEqual(['1 min to 2 min', '2 min and longer']);
    const both = shapeTimes({
      results: [
        { bins, compare_label: 'current' },
        { bins, compare_label: 'previous' },
      ],
    });
    expect(both.periods.map(({ label }) => label)).toEqual(['People', 'People (before)']);
  });

  it('have correlations of events, and of properties with a value', () => {
    const found = (event: string, success_count: number, failure_count: number) => ({
      ...{ event: { event }, success_count, failure_count, odds_ratio: 2 },
      correlation_type: 'success',
    });
    const events = correlationQuery(newFunnel(), 'events', null);
    const [first] = shapeCorrelation(events, { results: { events: [found('a::b', 3, 1)] } }).list;
    expect(first).toMatchObject({ name: 'a::b', value: null });
    const properties = correlationQuery(newFunnel(), 'properties', null);
    const shape = shapeCorrelation(properties, {
      results: { events: [found('plan::a::b', 3, 1)], skewed: true },
    });
    expect(shape).toMatchObject({ isSkewed: true, list: [{ name: 'plan', value: 'a::b' }] });
    const [plan] = shape.list;
    if (plan === undefined) throw new Error('no correlation');
    const people = peopleBehindCorrelation(properties, plan, false, null);
    expect(people).toMatchObject({
      clicked: 1,
      source: {
        funnelCorrelationPersonConverted: false,
        funnelCorrelationPropertyValues: [{ key: 'plan', value: ['a::b'], type: 'person' }],
      },
    });
    expect(shapeCorrelation(events, {}).list).toEqual([]);
  });

  it('have rounded odds in words, and the share that converted', () => {
    const entry = { name: '$pageview', value: null, converted: 56, dropped: 593, odds: 2_527 };
    expect(oddsWords({ ...entry, speaksFor: true })).toBe('over 100 times higher');
    expect(oddsWords({ ...entry, odds: 1 / 5_184_898, speaksFor: false })).toBe(
      'over 100 times lower',
    );
    expect(oddsWords({ ...entry, odds: 0.25, speaksFor: false })).toBe('4 times lower');
    expect(oddsWords({ ...entry, odds: 0, speaksFor: false })).toBe('none');
    expect(shareConverted({ ...entry, speaksFor: false })).toBeCloseTo(0.0863, 4);
    expect(shareConverted({ ...entry, converted: 0, dropped: 0, speaksFor: false })).toBeNull();
    // Properties that SDKs set can explain a conversion; events that SDKs record automatically cannot.
    expect(isAutomatic({ ...entry, speaksFor: true })).toBe(true);
    expect(isAutomatic({ ...entry, name: '$initial_referrer', value: 'x', speaksFor: true })).toBe(
      false,
    );
  });
});
