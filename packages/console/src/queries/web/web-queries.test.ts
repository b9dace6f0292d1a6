import { breakdownOf, TABLES } from './breakdowns';
import {
  measuredOf,
  ratingOf,
  vitalByPathQuery,
  vitalsQuery,
  vitalTrend,
  vitalWords,
} from './vitals';
import { peopleBehindGoal, peopleBehindLive, peopleBehindWeb } from './people-behind-web';
import {
  chartQuery,
  goalsQuery,
  hoursQuery,
  liveQuery,
  overviewQuery,
  tableQuery,
} from './web-queries';
import type { WebView } from './web-view';
import { DEFAULT_VIEW, goalName, isSameView, viewOfQuery } from './web-view';

const PATH = { type: 'event', key: '$pathname', operator: 'exact', value: ['/a'] };
const VIEW: WebView = {
  range: { date_from: '-30d', date_to: null },
  compareTo: '-1y',
  filters: [PATH],
  goal: { actionId: 3 },
  leavesOutTestAccounts: true,
};
const RANGE = { from: '2026-11-16 00:00:00', to: '2026-11-23 23:59:59' };

describe('the view of web analytics in a link', () => {
  it('is stored as an overview query, and read from it', () => {
    for (const view of [VIEW, DEFAULT_VIEW, { ...VIEW, compareTo: 'none', goal: null }]) {
      expect(viewOfQuery(overviewQuery(view))).toEqual(view);
    }
  });

  it('is also read from other web analytics queries', () => {
    const table = tableQuery(VIEW, 'Page', { order: null, limit: 10 });
    expect(viewOfQuery(table)).toEqual(VIEW);
    expect(viewOfQuery(goalsQuery(VIEW))).toEqual({ ...VIEW, goal: null });
    expect(viewOfQuery({ kind: 'WebOverviewQuery' })).toEqual({
      ...DEFAULT_VIEW,
      compareTo: 'none',
    });
  });

  it('is rejected if the query is of another kind', () => {
    expect(() => viewOfQuery({ kind: 'TrendsQuery' })).toThrow('TrendsQuery');
  });

  it('equals another view if all fields are equal', () => {
    expect(isSameView(VIEW, { ...VIEW })).toBe(true);
    expect(isSameView(VIEW, { ...VIEW, filters: [] })).toBe(false);
  });

  it('shows the name of its goal', () => {
    expect(goalName({ customEventName: 'paid' }, new Map())).toBe('paid');
    expect(goalName({ actionId: 3 }, new Map([[3, 'Bought']]))).toBe('Bought');
    expect(goalName({ actionId: 4 }, new Map([[3, 'Bought']]))).toBe('Action 4');
  });
});

describe('queries of web analytics', () => {
  it('request only the columns that a table can have', () => {
    expect(tableQuery(DEFAULT_VIEW, 'Page', { order: ['Views', 'ASC'], limit: 10 })).toEqual({
      kind: 'WebStatsTableQuery',
      breakdownBy: 'Page',
      dateRange: { date_from: '-7d', date_to: null },
      compareFilter: { compare: true },
      properties: [],
      includeBounceRate: true,
      includeAvgTimeOnPage: true,
      orderBy: ['Views', 'ASC'],
      limit: 10,
    });
    const errors = tableQuery(DEFAULT_VIEW, 'FrustrationMetrics', { order: null, limit: 10 });
    expect(errors).not.toHaveProperty('includeBounceRate');
  });

  it('count conversions over time if there is a goal', () => {
    expect(chartQuery(VIEW, 'conversions', 'day').series).toEqual([
      { kind: 'ActionsNode', id: 3, math: 'total', custom_name: 'Conversions' },
    ]);
    const event = chartQuery({ ...VIEW, goal: { customEventName: 'paid' } }, 'conversions', 'day');
    expect(event.series[0]).toMatchObject({ kind: 'EventsNode', event: 'paid' });
    const without = chartQuery({ ...VIEW, goal: null }, 'conversions', 'day');
    expect(without.series[0]).toMatchObject({ kind: 'GroupNode', math: 'dau' });
    expect(chartQuery(VIEW, 'sessions', 'week')).toMatchObject({
      interval: 'week',
      compareFilter: { compare: true, compare_to: '-1y' },
      filterTestAccounts: true,
    });
  });

  it('do not compare hours of the week', () => {
    expect(hoursQuery(VIEW)).not.toHaveProperty('compareFilter');
  });

  it('filter the visitors who are on the site now', () => {
    expect(liveQuery(VIEW).filters).toEqual({ properties: [PATH], filterTestAccounts: true });
    expect(liveQuery(DEFAULT_VIEW).filters).toEqual({ properties: [] });
  });

  it('use the first breakdown of a table instead of an unknown one', () => {
    for (const table of TABLES) expect(breakdownOf(table, 'x')).toBe(table.breakdowns[0]);
    const [pages] = TABLES;
    if (pages === undefined) throw new Error('There is no table.');
    expect(breakdownOf(pages, 'ExitPage').label).toBe('Exit paths');
    expect(() => breakdownOf({ ...pages, breakdowns: [] }, 'Page')).toThrow('no breakdown');
  });
});

describe('the people behind a number of web analytics', () => {
  const number = { title: 'x', value: 7, range: RANGE, isOfSessions: false };

  it('are the actors of a trends query over the exact range, with the filters of the row', () => {
    const row = [{ type: 'event', key: '$browser', operator: 'exact', value: ['Safari'] }];
    const people = peopleBehindWeb(DEFAULT_VIEW, { ...number, what: 'views', row });
    expect(people).toMatchObject({ clicked: 7, comparable: 'events' });
    expect(people?.source).toEqual({
      kind: 'InsightActorsQuery',
      series: 0,
      source: {
        kind: 'TrendsQuery',
        series: [
          {
            kind: 'GroupNode',
            operator: 'OR',
            name: '$pageview or $screen',
            nodes: ['$pageview', '$screen'].map((event) => ({
              kind: 'EventsNode',
              event,
              name: event,
            })),
          },
        ],
        trendsFilter: { display: 'BoldNumber' },
        dateRange: {
          date_from: '2026-11-16 00:00:00',
          date_to: '2026-11-23 23:59:59.999999',
          explicitDate: true,
        },
        properties: row,
      },
    });
  });

  it('are limited to visits that began in the range, if only these count', () => {
    const people = peopleBehindWeb(DEFAULT_VIEW, {
      ...number,
      what: 'visitors',
      isOfSessions: true,
    });
    expect(JSON.stringify(people?.source)).toContain(
      "session.$start_timestamp >= toDateTime('2026-11-16 00:00:00')",
    );
    expect(people?.comparable).toBe('people');
  });

  it('are those who converted, or who visited or converted, if there is a goal', () => {
    const of = (what: string) => peopleBehindWeb(VIEW, { ...number, what })?.source['source'];
    expect(of('unique_conversions')).toMatchObject({ series: [{ kind: 'ActionsNode', id: 3 }] });
    const [visits] = (of('visitors') as { series: { nodes: readonly unknown[] }[] }).series;
    expect(visits?.nodes).toHaveLength(3);
  });

  it('are missing for rates and times, and for conversions without a goal', () => {
    for (const what of ['bounce_rate', 'avg_time_on_page', 'total_conversions']) {
      expect(peopleBehindWeb(DEFAULT_VIEW, { ...number, what })).toBeNull();
    }
  });

  it('are the visitors who reached a goal, and the current visitors', () => {
    const goal = { id: 9, name: 'Bought', people: 4, range: RANGE };
    expect(peopleBehindGoal(VIEW, goal)).toMatchObject({ title: 'Bought: people', clicked: 4 });
    const live = peopleBehindLive(VIEW, 2).source['source'] as { properties: readonly unknown[] };
    expect(live).toMatchObject({ dateRange: { date_from: '-1h' } });
    expect(live.properties).toHaveLength(2);
  });
});

describe('web vitals', () => {
  it('are read from one row; a measure without values is null', () => {
    const measured = measuredOf({ results: [[2_400.4, 3, 0, 0, 0.05, 3, null, 0]] });
    expect(measured.map(({ vital, value, count }) => [vital, value, count])).toEqual([
      ['LCP', 2_400.4, 3],
      ['INP', null, 0],
      ['CLS', 0.05, 3],
      ['FCP', null, 0],
    ]);
    expect(measuredOf({}).every(({ count }) => count === 0)).toBe(true);
  });

  it('are rated by the bounds of each measure', () => {
    expect(['LCP', 'INP', 'CLS', 'FCP'].map((vital) => ratingOf(vital as 'LCP', 0.2))).toEqual([
      'good',
      'good',
      'fair',
      'good',
    ]);
    expect([2_500, 2_501, 4_001].map((value) => ratingOf('LCP', value))).toEqual([
      'good',
      'fair',
      'poor',
    ]);
  });

  it('are formatted in suitable units', () => {
    expect(vitalWords('LCP', 2_417.3)).toBe('2.42 s');
    expect(vitalWords('INP', 240.4)).toBe('240 ms');
    expect(vitalWords('CLS', 0.104)).toBe('0.1');
    expect(vitalWords('LCP', 90_000)).toBe('1 min 30 s');
  });

  it('are queried as a percentile, in total, by path, and over time', () => {
    expect(vitalsQuery(VIEW, RANGE, 'p90').query).toContain('quantile(0.9)');
    const chosen = { vital: 'INP', percentile: 'p75' } as const;
    expect(vitalByPathQuery(VIEW, RANGE, chosen).query).toContain('$web_vitals_INP_value');
    expect(vitalTrend(VIEW, 'day', chosen).series[0]).toMatchObject({
      math: 'p75',
      math_property: '$web_vitals_INP_value',
    });
  });
});
