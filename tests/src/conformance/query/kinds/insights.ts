import type { KindCase } from './kind-case';
import { JANUARY } from './kind-case';

const FUNNEL = {
  kind: 'FunnelsActorsQuery',
  source: {
    kind: 'FunnelsQuery',
    series: ['$pageview', 'purchase'].map((event) => ({ kind: 'EventsNode', event })),
    dateRange: JANUARY,
  },
};

export const insightKinds: readonly KindCase[] = [
  [
    'CalendarHeatmapQuery',
    {
      kind: 'CalendarHeatmapQuery',
      series: [{ kind: 'EventsNode', event: '$pageview' }],
      dateRange: JANUARY,
    },
    {
      results: {
        data: [
          { row: 1, column: 9, value: 2 },
          { row: 1, column: 23, value: 1 },
        ],
        rowAggregations: [{ row: 1, value: 3 }],
        columnAggregations: [
          { column: 9, value: 2 },
          { column: 23, value: 1 },
        ],
        allAggregations: 3,
      },
      is_cached: false,
      cache_target_age: null,
    },
  ],
  [
    'FunnelCorrelationQuery',
    { kind: 'FunnelCorrelationQuery', source: FUNNEL, funnelCorrelationType: 'events' },
    {
      results: { events: expect.any(Array) as unknown, skewed: expect.any(Boolean) as unknown },
      columns: ['name', 'success_count', 'failure_count'],
      hasMore: false,
    },
  ],
  [
    'InsightActorsQueryOptions of totals',
    {
      kind: 'InsightActorsQueryOptions',
      source: {
        kind: 'TrendsQuery',
        series: [{ kind: 'EventsNode', event: 'never' }],
        dateRange: JANUARY,
        trendsFilter: { display: 'ActionsPie' },
        breakdownFilter: { breakdowns: [{ property: 'x', histogram_bin_count: 2 }] },
      },
    },
    {
      day: null,
      series: [{ label: 'never', value: 0 }],
      breakdown: null,
      breakdowns: [{ values: [{ label: '["",""]', value: '["",""]' }] }],
    },
  ],
];
