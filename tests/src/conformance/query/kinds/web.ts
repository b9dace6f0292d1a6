import type { KindCase } from './kind-case';
import { JANUARY } from './kind-case';

export const webKinds: readonly KindCase[] = [
  [
    'WebOverviewQuery',
    {
      kind: 'WebOverviewQuery',
      properties: [],
      dateRange: { date_from: '2020-01-01', date_to: '2020-01-02' },
    },
    {
      results: [
        { key: 'visitors', kind: 'unit', value: 0, previous: null, isIncreaseBad: null },
        { key: 'views', value: 0 },
        { key: 'sessions', value: 0 },
        { key: 'session duration', kind: 'duration_s', value: null },
        { key: 'bounce rate', kind: 'percentage', value: null, isIncreaseBad: true },
      ],
      dateFrom: '2020-01-01 00:00:00',
      dateTo: '2020-01-02 23:59:59',
      samplingRate: { numerator: 1, denominator: null },
      usedPreAggregatedTables: false,
    },
  ],
  [
    'WebStatsTableQuery',
    {
      kind: 'WebStatsTableQuery',
      properties: [],
      breakdownBy: 'Browser',
      dateRange: { date_from: '2020-01-01', date_to: '2020-01-02' },
      limit: 10,
    },
    {
      results: [],
      columns: [
        'context.columns.breakdown_value',
        'context.columns.visitors',
        'context.columns.views',
        'context.columns.ui_fill_fraction',
        'context.columns.cross_sell',
      ],
      hasMore: false,
      limit: 10,
      offset: 0,
      usedPreAggregatedTables: false,
    },
  ],
  [
    'WebGoalsQuery without goals',
    { kind: 'WebGoalsQuery', properties: [], dateRange: JANUARY },
    { results: [], samplingRate: { numerator: 1, denominator: null } },
  ],
];
