import {
  correlationQuery,
  isAutomatic,
  oddsWords,
  peopleBehindCorrelation,
  shapeCorrelation,
  shareConverted,
} from './correlation';
import {
  newFunnel,
  newLifecycle,
  newPaths,
  newRetention,
  newStickiness,
  newTrends,
} from './new-insight';
import { countQuery, peopleBehindConversion, restOf } from './people-behind';
import {
  peopleBehindIntervals,
  peopleBehindStatus,
  shapeLifecycle,
  shapeStickiness,
} from './shape-counts';
import { peopleBehindBox, peopleBehindHour, shapeBoxes, shapeHeatmap } from './shape-displays';
import { shapeFunnels } from './shape-funnel';
import { shapeConversion, shapeTimes } from './shape-funnel-times';
import { peopleBehindLink, shapePaths } from './shape-paths';
import { bestReturn, peopleBehindCell, shapeRetention } from './shape-retention';
import type { RetentionQuery } from './types';

const running = {
  last_refresh: '2026-11-23T09:00:00Z',
  resolved_date_range: { date_from: '2026-11-09T00:00:00Z', date_to: '2026-11-29T00:00:00Z' },
};

describe('retention', () => {
  const row = (date: string, ...counts: number[]) => ({
    date,
    breakdown_value: null,
    values: counts.map((count, at) => ({ count, label: `Week ${at}` })),
  });
  const results = [
    row('2026-11-08T00:00:00Z', 100, 40, 10),
    row('2026-11-15T00:00:00Z', 300, 30, 0),
    row('2026-11-22T00:00:00Z', 50, 0, 0),
  ];
  const query: RetentionQuery = newRetention();

  it('has cells that are done, running or still to come', () => {
    const [group] = shapeRetention(query, { results, ...running }).groups;
    expect(group?.rows.map(({ cells }) => cells.map(({ state }) => state))).toEqual([
      ['done', 'done', 'running'],
      ['done', 'running', 'future'],
      ['running', 'future', 'future'],
    ]);
    expect(group?.rows[0]?.cells.map(({ share }) => share)).toEqual([1, 0.4, 0.1]);
  });

  it('means the shares of what is done, by the sizes of the rows', () => {
    const [group] = shapeRetention(query, { results, ...running }).groups;
    expect(group?.means).toEqual([1, 0.4, null]);
    const [over] = shapeRetention(query, { results }).groups;
    expect(over?.means).toEqual([1, (40 + 30) / 400, 0.1]);
  });

  it('computes shares of the previous column, and leaves out a division by zero', () => {
    const retentionFilter = { ...query.retentionFilter, retentionReference: 'previous' as const };
    const [group] = shapeRetention({ ...query, retentionFilter }, { results }).groups;
    expect(group?.rows[0]?.cells[2]?.share).toBe(0.25);
    expect(group?.rows[2]?.cells[2]?.share).toBeNull();
  });

  it('covers as many intervals as its brackets say', () => {
    const retentionFilter = { ...query.retentionFilter, retentionCustomBrackets: [1, 2] };
    const [group] = shapeRetention({ ...query, retentionFilter }, { results }).groups;
    expect(group?.rows.map(({ cells }) => cells[2]?.state)).toEqual([
      'running',
      'future',
      'future',
    ]);
  });

  it('names the value whose people came back most, and compares enough people only', () => {
    const of = (value: string, people: number, returned: number) =>
      [row('2026-11-08T00:00:00Z', people, returned), row('2026-11-15T00:00:00Z', 0, 0)].map(
        (one) => ({ ...one, breakdown_value: value }),
      );
    const best = (...list: ReturnType<typeof of>[]) =>
      bestReturn(shapeRetention(query, { results: list.flat() }));
    expect(best(of('brand', 100, 18), of('picks', 50, 12), of('tiny', 2, 2))).toEqual({
      label: 'picks',
      share: 0.24,
      column: 'Week 1',
    });
    expect(best(of('brand', 100, 18), of('tiny', 2, 2))).toBeNull();
    expect(bestReturn({ columns: [], groups: [] })).toBeNull();
  });

  it('has a table per breakdown value, whose people are asked for by it', () => {
    const broken = results.map((one, at) => ({ ...one, breakdown_value: at < 2 ? 'pro' : '' }));
    const { groups } = shapeRetention(query, { results: broken });
    expect(groups.map(({ label, breakdown }) => [label, breakdown])).toEqual([
      ['pro', ['pro']],
      ['(none)', ['']],
    ]);
    const point = { title: '', interval: 1, column: 2, breakdown: ['pro'], value: 4 };
    const people = peopleBehindCell(query, point);
    expect(people.source).toMatchObject({ interval: 1, breakdown: ['pro'] });
    expect(countQuery(people)).toMatchObject({
      properties: [{ type: 'hogql', key: 'source.week_2' }],
    });
  });
});

describe('paths', () => {
  const edge = (source: string, target: string, value: number) => ({
    source,
    target,
    value,
    average_conversion_time: 1_500,
  });
  const url = 'https://shop.example.com';

  it('name pages without the address that all have', () => {
    const shape = shapePaths({
      results: [edge(`1_${url}`, `2_${url}/cart`, 3), edge(`2_${url}/cart`, '3_paid', 2)],
    });
    expect(shape.nodes.map(({ label, depth }) => [label, depth])).toEqual([
      ['/', 0],
      ['/cart', 1],
      ['paid', 2],
    ]);
    expect(shape.links[0]).toMatchObject({ from: '/', to: '/cart', step: 2, meanSeconds: 1.5 });
  });

  it('keep the addresses of several hosts, and lines in names', () => {
    const shape = shapePaths({
      results: [
        edge('1_https://a.test/x', '2_https://b.test/x', 1),
        edge('2_https://b.test/x', '3_two\nlines', 1),
      ],
    });
    expect(shape.nodes.map(({ label }) => label)).toEqual([
      'https://a.test/x',
      'https://b.test/x',
      'two\nlines',
    ]);
  });

  it('ask for the people of a link by its keys', () => {
    const [link] = shapePaths({ results: [edge('1_a', '2_b', 9)] }).links;
    if (link === undefined) throw new Error('no link');
    const people = peopleBehindLink(newPaths(), link);
    expect(people).toMatchObject({ clicked: 9, comparable: 'events' });
    expect(people.source).toMatchObject({
      source: { pathsFilter: { pathStartKey: '1_a', pathEndKey: '2_b', stepLimit: 5 } },
    });
  });
});

describe('lifecycle and stickiness', () => {
  it('have a series per status, whose people are as many as its size', () => {
    const results = ['new', 'returning', 'resurrecting', 'dormant'].map((status) => ({
      status,
      data: [status === 'dormant' ? -4 : 4],
      days: ['2026-11-22'],
      labels: ['22-Nov-2026'],
      count: 4,
    }));
    const shape = shapeLifecycle(newLifecycle(), { results, ...running });
    expect(shape.isLastRunning).toBe(true);
    expect(shape.series.map(({ label }) => label)).toEqual([
      'New',
      'Returning',
      'Back after a break',
      'Gone',
    ]);
    const point = { title: '', day: '2026-11-22', status: 'dormant', value: -4 };
    expect(peopleBehindStatus(newLifecycle(), point)).toMatchObject({
      clicked: 4,
      source: { day: '2026-11-22', status: 'dormant' },
    });
  });

  it('have as many buckets as the longer of two periods', () => {
    const line = (compare_label: string, length: number) => ({
      compare_label,
      action: { order: 0 },
      count: 3,
      data: Array.from({ length }, () => 1),
      days: Array.from({ length }, (_, at) => at + 1),
      labels: Array.from({ length }, (_, at) => `${at + 1} days`),
    });
    const results = [line('current', 2), line('previous', 3)];
    const shape = shapeStickiness(newStickiness(), { results });
    expect(shape.buckets).toHaveLength(3);
    expect(shape.series.map(({ label, isBefore }) => [label, isBefore])).toEqual([
      ['All events', false],
      ['All events (before)', true],
    ]);
    const point = { title: '', day: 2, series: 0, compare: 'previous' as const, value: 1 };
    expect(peopleBehindIntervals(newStickiness(), point).source).toMatchObject({
      day: 2,
      operator: 'exact',
      compare: 'previous',
    });
    expect(
      peopleBehindIntervals(newStickiness(), { ...point, day: null }).source,
    ).not.toHaveProperty('operator');
  });
});

describe('forms of trends', () => {
  it('are boxes by series and bucket, none where there is no value', () => {
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

  it('name a cohort, and ask for its people by its id', () => {
    const step = { name: 'a', count: 4, breakdown: 'Payers', breakdown_value: 3 };
    const [funnel] = shapeFunnels(newFunnel(), [[step, step]]);
    expect(funnel).toMatchObject({ label: 'Payers', breakdown: 3 });
  });

  it('are conversion by period, with those who did not convert', () => {
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

  it('are how long it took, of one period or two', () => {
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
    const events = correlationQuery(newFunnel(), 'events');
    const [first] = shapeCorrelation(events, { results: { events: [found('a::b', 3, 1)] } }).list;
    expect(first).toMatchObject({ name: 'a::b', value: null });
    const properties = correlationQuery(newFunnel(), 'properties');
    const shape = shapeCorrelation(properties, {
      results: { events: [found('plan::a::b', 3, 1)], skewed: true },
    });
    expect(shape).toMatchObject({ isSkewed: true, list: [{ name: 'plan', value: 'a::b' }] });
    const [plan] = shape.list;
    if (plan === undefined) throw new Error('no correlation');
    const people = peopleBehindCorrelation(properties, plan, false);
    expect(people).toMatchObject({
      clicked: 1,
      source: {
        funnelCorrelationPersonConverted: false,
        funnelCorrelationPropertyValues: [{ key: 'plan', value: ['a::b'], type: 'person' }],
      },
    });
    expect(shapeCorrelation(events, {}).list).toEqual([]);
  });

  it('have odds in words without false precision, and the share that converted', () => {
    const entry = { name: '$pageview', value: null, converted: 56, dropped: 593, odds: 2_527 };
    expect(oddsWords({ ...entry, speaksFor: true })).toBe('over 100 times higher');
    expect(oddsWords({ ...entry, odds: 1 / 5_184_898, speaksFor: false })).toBe(
      'over 100 times lower',
    );
    expect(oddsWords({ ...entry, odds: 0.25, speaksFor: false })).toBe('4 times lower');
    expect(oddsWords({ ...entry, odds: 0, speaksFor: false })).toBe('none');
    expect(shareConverted({ ...entry, speaksFor: false })).toBeCloseTo(0.0863, 4);
    expect(shareConverted({ ...entry, converted: 0, dropped: 0, speaksFor: false })).toBeNull();
    // A property that SDKs set explains something, an event that they record does not.
    expect(isAutomatic({ ...entry, speaksFor: true })).toBe(true);
    expect(isAutomatic({ ...entry, name: '$initial_referrer', value: 'x', speaksFor: true })).toBe(
      false,
    );
  });
});
