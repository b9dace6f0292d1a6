import { personId } from './insight-fixture';
import type { Query } from './warehouse-queries';
import {
  by,
  JOINS,
  lifecycle,
  LIFECYCLE_NOTES,
  NOTES,
  ONLY_LAST,
  PAID,
  retention,
  ROLLING,
  stickiness,
  STICKY_NOTES,
} from './warehouse-queries';

const NOBODY = [0, 0, 0];

/** Queries on rows, with the numbers of each line. */
export const warehouseNumbers: readonly (readonly [
  name: string,
  query: Query,
  expected: number[][],
])[] = [
  [
    'a lifecycle',
    lifecycle(LIFECYCLE_NOTES),
    [
      [2, 1],
      [0, 1],
      [0, 1],
      [0, -1],
    ],
  ],
  [
    'a lifecycle of some rows',
    lifecycle({ ...LIFECYCLE_NOTES, ...ONLY_LAST }),
    [
      [0, 0],
      [0, 0],
      [0, 1],
      [0, 0],
    ],
  ],
  [
    'a lifecycle of all of time',
    lifecycle(LIFECYCLE_NOTES, { dateRange: { date_from: 'all', date_to: '2020-01-14' } }),
    [
      [2, 1],
      [0, 1],
      [0, 1],
      [0, -1],
    ],
  ],
  [
    'a lifecycle by an expression, with targets of its own',
    lifecycle(
      { ...LIFECYCLE_NOTES, aggregation_target_field: 'toUUID(md5(who))' },
      { customAggregationTarget: true },
    ),
    [
      [2, 1],
      [0, 1],
      [0, 1],
      [0, -1],
    ],
  ],
  ['stickiness', stickiness(STICKY_NOTES), [[3, 1]]],
  ['stickiness of some rows', stickiness({ ...STICKY_NOTES, ...ONLY_LAST }), [[1, 0]]],
  ['retention of two tables', retention(JOINS, NOTES), [[2, 2, 1], NOBODY, NOBODY]],
  ['retention of one table', retention(NOTES, NOTES), [NOBODY, [2, 1, 0], [3, 0, 0]]],
  ['retention of a table and events', retention(JOINS, PAID), [[2, 1, 0], NOBODY, NOBODY]],
  ['retention of events and a table', retention(PAID, NOTES), [NOBODY, [1, 1, 0], NOBODY]],
  [
    'retention of first rows',
    retention(NOTES, NOTES, { retentionType: 'retention_first_time' }),
    [NOBODY, [2, 1, 0], [2, 0, 0]],
  ],
  [
    'retention of first rows ever that pass a filter',
    retention({ ...NOTES, ...ONLY_LAST }, NOTES, {
      retentionType: 'retention_first_ever_occurrence',
    }),
    [NOBODY, NOBODY, NOBODY],
  ],
  ['retention of full days', retention(JOINS, NOTES, ROLLING), [[2, 0, 1], NOBODY, NOBODY]],
  [
    'retention by values that only events have',
    retention(PAID, NOTES, {}, by('event')),
    [NOBODY, [1, 0, 0], NOBODY],
  ],
];

/** The fields of lines that differ from those of lines on events. */
export const warehouseShapes: readonly (readonly [name: string, query: Query, expected: object])[] =
  [
    [
      'a lifecycle',
      lifecycle(LIFECYCLE_NOTES),
      {
        label: 'notes - new',
        action: {
          id: 'my notes',
          name: 'notes',
          type: 'data_warehouse',
          order: 0,
          math: 'total',
          table_name: 'notes',
          timestamp_field: 'sent',
          aggregation_target_field: 'who',
          created_at_field: 'joined',
        },
      },
    ],
    [
      'stickiness',
      stickiness(STICKY_NOTES),
      { label: 'notes', action: { order: 0, type: 'events', name: 'notes', id: 'notes' } },
    ],
    ['retention', retention(PAID, NOTES, {}, by('event')), { breakdown_value: 'mac' }],
  ];

/** The actors behind a number: the first columns of their rows. */
export const warehouseActors: readonly (readonly [
  name: string,
  query: Record<string, unknown>,
  expected: unknown[][],
])[] = [
  [
    'a lifecycle',
    { source: lifecycle(LIFECYCLE_NOTES), day: '2020-01-14', status: 'resurrecting' },
    [[personId('old')]],
  ],
  [
    'retention',
    { source: retention(JOINS, NOTES), interval: 0 },
    [
      [personId('back'), [0, 1, 2]],
      [personId('gone'), [0, 1]],
    ],
  ],
];

const UNSUPPORTED = 'data_warehouse_series_unsupported_settings';

interface Rejection {
  /** A part of the message. */
  readonly message: string;
  readonly code?: string;
}

const saying = (message: string, code?: string): Rejection => ({
  message,
  ...(code !== undefined && { code }),
});

/** Queries that tables do not support, with their error messages. */
export const rejectedWarehouseQueries: readonly (readonly [
  name: string,
  query: Query,
  rejection: Rejection,
])[] = [
  [
    'filters of a lifecycle',
    lifecycle(LIFECYCLE_NOTES, ONLY_LAST),
    saying(
      'Filters are not supported for lifecycle insights with a data warehouse series.',
      UNSUPPORTED,
    ),
  ],
  [
    'test accounts and samples of a lifecycle',
    lifecycle(LIFECYCLE_NOTES, {
      filterTestAccounts: true,
      samplingFactor: 0.1,
      properties: { type: 'AND', values: [] },
    }),
    saying(
      'Test account filters and sampling are not supported for lifecycle insights with a data warehouse series.',
      UNSUPPORTED,
    ),
  ],
  [
    'samples of a lifecycle',
    lifecycle(LIFECYCLE_NOTES, { samplingFactor: 1 }),
    saying(
      'Sampling is not supported for lifecycle insights with a data warehouse series.',
      UNSUPPORTED,
    ),
  ],
  [
    'a lifecycle of events with targets of its own',
    lifecycle({ kind: 'EventsNode', event: 'paid' }, { customAggregationTarget: true }),
    saying(''),
  ],
  [
    'test accounts of stickiness',
    stickiness(STICKY_NOTES, { filterTestAccounts: true }),
    saying(
      'Test account filters are not supported for stickiness insights with a data warehouse series.',
    ),
  ],
  [
    'samples of retention',
    retention(JOINS, PAID, {}, { samplingFactor: 0.5 }),
    saying('Sampling is not supported for retention insights'),
  ],
  [
    'values of full days',
    retention(JOINS, PAID, ROLLING, by('event')),
    saying('Breakdowns are not supported for 24 hour windows with a data warehouse series.'),
  ],
  [
    'groups of full days',
    retention(JOINS, PAID, ROLLING, { aggregation_group_type_index: 0 }),
    saying('Group aggregation is not supported for 24 hour windows with a data warehouse series.'),
  ],
  [
    'values of persons',
    retention(JOINS, PAID, {}, by('person')),
    saying('can only be broken down by properties of events'),
  ],
  [
    'sums',
    retention(JOINS, PAID, { aggregationType: 'sum', aggregationProperty: 'x' }),
    saying('Sums of a property'),
  ],
];
