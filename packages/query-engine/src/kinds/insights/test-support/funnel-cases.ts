import { exclude, step } from './funnel-stories';
import type { TestWorld } from './insight-fixture';

/** The events of a test, its queries, and their expected responses in short form. */
export interface FunnelCase {
  readonly world?: TestWorld;
  readonly people: Readonly<Record<string, string>>;
  /** Queries on the same events. */
  readonly asked: readonly FunnelQuestion[];
}

export type FunnelQuestion = readonly [
  name: string,
  funnelsFilter: object,
  /** Counts of steps, after their breakdown value if there is one; lines; bins and their mean. */
  expected: unknown,
  query?: object,
];

const steps = (...events: string[]) => ({ series: events.map((event) => step(event)) });
const AB = steps('a', 'b');
const ABCD = steps('a', 'b', 'c', 'd');
const trends = { funnelVizType: 'trends' };
const times = { funnelVizType: 'time_to_convert' };
const DAY = { dateRange: { date_from: '2020-01-15', date_to: '2020-01-15' } };
const hour = { funnelWindowInterval: 1, funnelWindowIntervalUnit: 'hour' };
const byV = { breakdownFilter: { breakdown: 'v' } };

const firstA = (more: object) => ({ series: [step('a', more), step('b')] });
const ofY = { properties: [{ type: 'event', key: 'v', operator: 'exact', value: 'y' }] };
const byCohorts = {
  ...AB,
  breakdownFilter: { breakdown: [7, 8, 'all'], breakdown_type: 'cohort' },
};

/** Rules of `docs/wire/insights-funnels.md#exclusion-rule`: an exclusion between each pair of steps. */
const PAIRS: readonly (readonly [from: number, to: number, counts: number[], rate: number])[] = [
  [0, 1, [4, 4, 4, 3], 75],
  [0, 2, [3, 3, 3, 2], 66.67],
  [0, 3, [1, 1, 1, 1], 100],
  [1, 2, [5, 4, 4, 3], 60],
  [1, 3, [3, 2, 2, 2], 66.67],
  [2, 3, [4, 3, 3, 3], 75],
];

const between = (from: number, to: number) => ({ exclusions: [exclude('x', from, to)] });

export const funnelCases: Readonly<Record<string, FunnelCase>> = {
  'exclusions between two steps': {
    people: {
      p: 'a0 x1 b2 c3 d4',
      q: 'a0 b1 x2 c3 d4',
      r: 'a0 b1 c2 x3 d4',
      s: 'a0 b1 c2 d3 x4',
      t: 'a0 x1',
      u: 'a0 b1 c2 x3',
    },
    asked: PAIRS.flatMap(([from, to, counts, rate]): FunnelQuestion[] => [
      [`from ${from} to ${to}`, between(from, to), counts, ABCD],
      [
        `from ${from} to ${to}, in a line`,
        { ...between(from, to), ...trends },
        [[rate]],
        { ...ABCD, ...DAY },
      ],
    ]),
  },
  'exclusions within the window': {
    people: { p: 'a0 x60.1 a61 b62', q: 'a0 x1 b59', r: 'a0 x1 a62 b63' },
    asked: [
      ['in steps', { ...between(0, 1), ...hour }, [2, 2], AB],
      ['in a line', { ...between(0, 1), ...hour, ...trends }, [[100]], { ...AB, ...DAY }],
      [
        'in times',
        { ...between(0, 1), ...hour, ...times, binCount: 1 },
        {
          bins: [
            [60, 2],
            [120, 0],
          ],
          mean: 60,
        },
        AB,
      ],
    ],
  },
  'the median of those who came to the end': {
    people: {
      p: 'a0=x b10=x c30=x',
      q: 'a0=y b5=y c100=y',
      r: 'a0=z b0=z c0=z',
      s: 'a0=x b1=x',
      t: 'a0=z b5=z c50=z',
    },
    asked: [
      ['of all', {}, { counts: [5, 5, 4], median: 3_000 }],
      ['in any order', { funnelOrderType: 'unordered' }, { counts: [5, 5, 4], median: 3_000 }],
      [
        'of every value',
        {},
        {
          counts: [
            ['z', 2, 2, 2],
            ['x', 2, 2, 1],
            ['y', 1, 1, 1],
          ],
          median: 3_000,
        },
        byV,
      ],
      [
        'of every value, also beyond the limit',
        {},
        {
          counts: [
            ['z', 2, 2, 2],
            ['Other', 3, 3, 2],
          ],
          median: 3_000,
        },
        { breakdownFilter: { breakdown: 'v', breakdown_limit: 1 } },
      ],
      [
        'that had to be done',
        {},
        { counts: [5, 5, 4], median: 300 },
        { series: [step('a'), step('b'), step('c', { optionalInFunnel: true })] },
      ],
      ['of nobody', {}, { counts: [5, 0, 0], median: null }, steps('a', 'y', 'z')],
      ['of none at all', {}, { counts: [], median: null }, steps('w', 'y', 'z')],
    ].map(([name, filter, expected, query]) => [name, filter, expected, query] as FunnelQuestion),
  },
  'bins of times': {
    people: {
      p: 'a0 b1 c9',
      q: 'a0 b2',
      r: 'a0 b3',
      s: 'a0 b4.01',
      t: 'a0 b100',
      u: 'a0 b0.5',
      v: 'a0 b0.7',
      w: 'a0 b1.1',
    },
    asked: [
      [
        'as many as the cube root',
        times,
        {
          bins: [
            [30, 7],
            [3_015, 0],
            [6_000, 1],
          ],
          mean: 842.325,
        },
        AB,
      ],
      [
        'at least one',
        { ...times, binCount: -1 },
        {
          bins: [
            [30, 7],
            [6_000, 1],
          ],
          mean: 842.325,
        },
        AB,
      ],
      [
        'of one actor',
        { ...times, funnelFromStep: 1, funnelToStep: 2 },
        {
          bins: [
            [480, 1],
            [540, 0],
          ],
          mean: 480,
        },
      ],
      ['of nobody', { ...times, funnelToStep: 3 }, { bins: [], mean: null }, ABCD],
    ],
  },
  'first events': {
    people: { p: 'a-10000=x a0=y b1', q: 'a0=y a1=y b2', r: 'a0=x a1=y b2' },
    asked: [
      ['of that name ever', {}, [2, 2], firstA({ math: 'first_time_for_user' })],
      [
        'of that name ever, which have to pass',
        {},
        [1, 1],
        firstA({ math: 'first_time_for_user', ...ofY }),
      ],
      ['that pass', {}, [3, 3], firstA({ math: 'first_time_for_user_with_filters', ...ofY })],
      [
        'that pass, in a line',
        { ...trends },
        [[100]],
        { ...firstA({ math: 'first_time_for_user_with_filters', ...ofY }), ...DAY },
      ],
    ],
  },
  cohorts: {
    world: { cohorts: { 7: ['p', 'q'], 8: ['q', 'r'] } },
    people: { p: 'a0 b1', q: 'a0', r: 'a0 b1', s: 'a0' },
    asked: [
      [
        'by name',
        {},
        [
          ['all users', 4, 2],
          ['cohort 7', 2, 1],
          ['cohort 8', 2, 1],
        ],
        byCohorts,
      ],
      [
        'by name, in lines',
        trends,
        [
          ['all users', 50],
          ['cohort 7', 50],
          ['cohort 8', 50],
        ],
        { ...byCohorts, ...DAY },
      ],
      [
        'whatever the limit',
        {},
        [
          ['all users', 4, 2],
          ['cohort 7', 2, 1],
          ['cohort 8', 2, 1],
        ],
        { ...AB, breakdownFilter: { ...byCohorts.breakdownFilter, breakdown_limit: 1 } },
      ],
    ],
  },
  'bins of a property': {
    // Values of events that match no step do not affect the bins.
    people: { p: 'a0=1 b1=1', q: 'a0=5', r: 'a0=9 b1=9', s: 'a0 b1', t: 'x0=100' },
    asked: [
      [
        'as values',
        {},
        [
          ['[5,9.01]', 2, 1],
          ['', 1, 1],
          ['[1,5]', 1, 1],
        ],
        { ...AB, breakdownFilter: { breakdown: 'v', breakdown_histogram_bin_count: 2 } },
      ],
    ],
  },
  'lines of conversion': {
    people: { p: 'a0=Z b1=Z', q: 'a0=Z', r: 'a0 b1', s: 'a0=A a1440=A', t: 'a0=A', u: 'a0=B' },
    asked: [
      [
        'by value',
        trends,
        [
          ['A', 0, 0],
          ['B', 0, 0],
          ['None', 100, 0],
          ['Z', 50, 0],
        ],
      ],
      [
        'of the values that most began with',
        trends,
        [
          ['A', 0, 0],
          ['Z', 50, 0],
        ],
        { breakdownFilter: { breakdown: 'v', breakdown_limit: 2 } },
      ],
      [
        'on some days of the week',
        trends,
        [[0]],
        {
          breakdownFilter: null,
          dateRange: { date_from: '2020-01-15', date_to: '2020-01-16', daysOfWeek: [4] },
        },
      ],
    ].map(([name, filter, expected, query]): FunnelQuestion => [
      name as string,
      filter as object,
      expected,
      {
        ...AB,
        ...byV,
        dateRange: { date_from: '2020-01-15', date_to: '2020-01-16' },
        ...(query as object | undefined),
      },
    ]),
  },
};
