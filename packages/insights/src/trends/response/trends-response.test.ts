import type { SeriesNode, TrendsQuery } from '@tidemark/contracts';
import type { InsightContext } from '../../insight/context';
import { planTrends } from '../plan-trends';

const CONTEXT: InsightContext = {
  now: new Date('2020-01-20T12:00:00Z'),
  timezone: 'UTC',
  weekStartDay: 0,
  earliest: null,
  testAccountFilters: [],
  pathCleaning: [],
  actionNames: new Map([[3, 'Bought']]),
  actionEvents: new Map(),
  cohortNames: new Map([[7, 'seven']]),
};

const A: SeriesNode = { kind: 'EventsNode', event: 'a' };
const B: SeriesNode = { kind: 'EventsNode', event: 'b' };
const DAYS = ['2020-01-13', '2020-01-14', '2020-01-15'];
const NULL = '$$_posthog_breakdown_null_$$';
const OTHER = '$$_posthog_breakdown_other_$$';

type Row = readonly [
  line: number,
  breakdown: readonly string[],
  points: Readonly<Record<string, number>>,
];

const days = (...values: number[]): Readonly<Record<string, number>> =>
  Object.fromEntries(values.map((value, at) => [DAYS[at] ?? '', value]));

function shape(query: Partial<TrendsQuery>, rows: readonly Row[]) {
  const plan = planTrends(
    {
      kind: 'TrendsQuery',
      series: [A],
      dateRange: { date_from: '2020-01-13', date_to: '2020-01-15' },
      ...query,
    },
    CONTEXT,
  );
  return plan.shape([
    rows.map(([line, breakdown, points]) => [
      line,
      breakdown,
      Object.keys(points),
      Object.values(points),
    ]),
  ]);
}

describe('samples', () => {
  it.each<[string, Partial<TrendsQuery>, number[], number]>([
    ['each number by itself, and the count', {}, [3, 3, 3], 10],
    [
      'running sums as sums',
      { trendsFilter: { display: 'ActionsLineGraphCumulative' } },
      [3, 7, 10],
      10,
    ],
    ['sums of properties', { series: [{ ...A, math: 'sum', math_property: 'n' }] }, [3, 3, 3], 10],
    [
      'expressions like counts',
      { series: [{ ...A, math: 'hogql', math_hogql: 'count()' }] },
      [3, 3, 3],
      10,
    ],
    ['no statistics', { series: [{ ...A, math: 'p90', math_property: 'n' }] }, [1, 1, 1], 3],
    ['no statistics of actors', { series: [{ ...A, math: 'avg_count_per_actor' }] }, [1, 1, 1], 3],
    ['halves to the even number', { samplingFactor: 0.4 }, [2, 2, 2], 8],
  ])('are scaled: %s', (_, query, data, count) => {
    const { results } = shape({ samplingFactor: 0.3, ...query }, [[0, [''], days(1, 1, 1)]]);
    expect(results).toMatchObject([{ data, count }]);
  });

  it('are scaled in totals', () => {
    const query = { samplingFactor: 0.3, trendsFilter: { display: 'BoldNumber' as const } };
    expect(shape(query, [[0, [''], { total: 5 }]]).results).toMatchObject([
      { aggregated_value: 17, count: 0, data: [] },
    ]);
  });
});

it.each<[string, boolean]>([
  ['ActionsLineGraph', false],
  ['ActionsBar', false],
  ['ActionsAreaGraph', false],
  ['ActionsStackedBar', false],
  ['ActionsUnstackedBar', false],
  ['ActionsLineGraphCumulative', false],
  ['BoldNumber', true],
  ['ActionsPie', true],
  ['ActionsBarValue', true],
  ['ActionsTable', true],
  ['WorldMap', true],
  ['Progress', true],
])('shows %s as one total: %s', (display, isTotal) => {
  const query = { trendsFilter: { display } } as Partial<TrendsQuery>;
  const [line] = shape(query, [[0, [''], { total: 2, ...days(1, 1) }]]).results;
  expect(line?.aggregated_value).toBe(isTotal ? 2 : undefined);
  expect(line?.days).toEqual(isTotal ? [] : DAYS);
});

describe('names', () => {
  const shown = (query: Partial<TrendsQuery>, rows: readonly Row[] = []): unknown[] =>
    shape(query, rows).results.map(({ label, action, breakdown_value: value }) => [
      label,
      ...[action?.['id'], action?.['name'], action?.['custom_name']],
      ...(value === undefined ? [] : [value]),
    ]);

  it('series by events and names of actions, never by custom names; missing actions have no series', () => {
    const series: SeriesNode[] = [
      { kind: 'EventsNode', event: null, custom_name: 'mine' },
      { kind: 'ActionsNode', id: 3 },
      { kind: 'ActionsNode', id: 4 },
    ];
    expect(shown({ series })).toEqual([
      ['All events', null, 'All events', 'mine'],
      ['Bought', 'Bought', 'Bought', null],
    ]);
  });

  const mac: Row = [0, ['mac'], days(1)];

  it('only values for one series; values in lists for the new form of breakdowns, which takes precedence', () => {
    const breakdownFilter = {
      breakdown: 'ip',
      breakdowns: [{ property: 'os' }, { property: 'v' }],
    };
    const compareFilter = { compare: true };
    const both: Row = [0, ['mac', NULL], days(1)];
    expect(shown({ breakdownFilter, compareFilter }, [both])).toEqual([
      [`mac::${NULL}`, 'a', 'a', null, ['mac', NULL]],
    ]);
  });

  it('series and values where there are several', () => {
    expect(shown({ series: [A, B], breakdownFilter: { breakdown: 'os' } }, [mac])).toEqual([
      ['a - mac', 'a', 'a', null, 'mac'],
    ]);
    const cohorts = { breakdown_type: 'cohort' as const, breakdown: [7, 'all'] };
    const rows: Row[] = [
      [0, [''], days(1)],
      [1, [''], days(2)],
    ];
    expect(shown({ breakdownFilter: cohorts }, rows)).toEqual([
      ['seven', 'a', 'a', null, 7],
      ['all users', 'a', 'a', null, 'all'],
    ]);
  });
});

it('smooths running sums, not the values they add up', () => {
  const trendsFilter = { display: 'ActionsLineGraphCumulative' as const, smoothingIntervals: 2 };
  expect(shape({ trendsFilter }, [[0, [''], days(2, 4, 0)]]).results).toMatchObject([
    { data: [2, 4, 6], count: 6 },
  ]);
});

describe('formulas', () => {
  const shown = (query: Partial<TrendsQuery>, rows: readonly Row[]): unknown[] =>
    shape({ series: [A, B], ...query }, rows).results.map(
      ({ label, order, compare_label: period, breakdown_value: value, data, count }) =>
        [label, order, period, value, data, count].filter((part) => part !== undefined),
    );
  const formulaNodes = [{ formula: 'A / B', custom_name: 'rate' }, { formula: 'a + 1' }];
  const by = { breakdown: 'os' };

  it('follow each other for both periods, and division by zero is 0', () => {
    const query = { trendsFilter: { formulaNodes }, compareFilter: { compare: true } };
    const before = { '2020-01-10': 6, '2020-01-11': 6, '2020-01-12': 6 };
    expect(
      shown(query, [
        [0, [''], days(4, 4, 4)],
        [1, [''], days(2, 0, 8)],
        [2, [''], before],
      ]),
    ).toEqual([
      ['rate', 0, 'current', [2, 0, 0.5], 2.5],
      ['rate', 0, 'previous', [0, 0, 0], 0],
      ['Formula (a + 1)', 1, 'current', [5, 5, 5], 15],
      ['Formula (a + 1)', 1, 'previous', [7, 7, 7], 21],
    ]);
  });

  it('cover every value of any series: real ones by size, the missing value, all others', () => {
    const query = { trendsFilter: { formulas: ['B - A'] }, breakdownFilter: by };
    expect(
      shown(query, [
        [0, ['mac'], days(1)],
        [0, [NULL], days(9)],
        [0, [OTHER], days(2)],
        [1, ['win'], days(0, 3)],
        [1, ['mac'], days(6)],
      ]).map((line) => (line as unknown[]).slice(2)),
    ).toEqual([
      ['mac', [5, 0, 0], 5],
      ['win', [0, 3, 0], 3],
      [NULL, [-9, 0, 0], -9],
      [OTHER, [-2, 0, 0], -2],
    ]);
  });

  it('hide all others, and still report that there are some', () => {
    const given = shape(
      {
        trendsFilter: { formula: 'A' },
        breakdownFilter: { ...by, breakdown_hide_other_aggregation: true },
      },
      [
        [0, ['mac'], days(1)],
        [0, [OTHER], days(2)],
      ],
    );
    expect(given).toMatchObject({ hasMore: true, results: [{ breakdown_value: 'mac' }] });
    expect(given.results).toHaveLength(1);
  });

  it('are those of the newest form', () => {
    const trendsFilter = { formula: 'A', formulas: ['B'], formulaNodes: [{ formula: '2' }] };
    expect(shown({ trendsFilter }, [])).toEqual([['Formula (2)', 0, [2, 2, 2], 6]]);
  });

  it('of totals have no data', () => {
    const trendsFilter = { display: 'ActionsTable' as const, formula: 'A / B' };
    expect(
      shape({ series: [A, B], trendsFilter }, [
        [0, [''], { total: 6 }],
        [1, [''], { total: 4 }],
      ]).results,
    ).toMatchObject([{ aggregated_value: 1.5, data: null, count: 0, action: null }]);
  });

  it('without events are empty with a breakdown, and zeros without one', () => {
    const trendsFilter = { formula: 'A + B' };
    expect(shown({ trendsFilter, breakdownFilter: by }, [])).toEqual([]);
    expect(shown({ trendsFilter }, [])).toEqual([['Formula (A + B)', 0, [0, 0, 0], 0]]);
  });

  it('of cohorts beside all users keep the order of the query', () => {
    const breakdownFilter = { breakdown_type: 'cohort' as const, breakdown: [7, 'all'] };
    expect(
      shown({ trendsFilter: { formula: 'A + B' }, breakdownFilter }, [
        [1, [''], days(9)],
        [2, [''], days(1)],
      ]).map((line) => (line as unknown[])[2]),
    ).toEqual([7, 'all']);
  });
});
