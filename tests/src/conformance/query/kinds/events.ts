import type { KindCase, RejectedKindCase } from './kind-case';
import { UUID } from './kind-case';

const events = (more: object) => ({
  kind: 'EventsQuery',
  select: ['event'],
  after: 'all',
  ...more,
});

export const eventKinds: readonly KindCase[] = [
  [
    'EventsQuery, its envelope',
    events({ select: ['event', 'timestamp -- When', 'distinct_id as who'], limit: 2 }),
    {
      columns: ['event', 'timestamp -- When', 'who'],
      types: ['String', "DateTime64(6, 'UTC')", 'String'],
      results: [
        ['$pageview', '2026-03-29T01:30:00Z', 'ann'],
        ['$pageview', '2026-03-29T00:30:00Z', 'ann'],
      ],
      hasMore: true,
      limit: 2,
      offset: 0,
      nextCursor: '2026-03-29T00:30:00Z',
      hogql: expect.stringContaining('FROM events') as unknown,
      is_cached: false,
      error: null,
      timings: null,
    },
  ],
  [
    'EventsQuery, the last 24 hours',
    { kind: 'EventsQuery', select: ['event'] },
    { results: [], hasMore: false, nextCursor: null, limit: 100 },
  ],
  [
    'EventsQuery, the next page',
    events({ select: ['timestamp'], before: '2026-01-05T09:05:00.250Z' }),
    { results: [['2026-01-05T09:00:00Z']] },
  ],
  [
    'EventsQuery, ascending by cursor',
    events({
      select: ['event'],
      after: '2026-01-11T23:40:00Z',
      orderBy: ['timestamp ASC'],
      limit: 1,
    }),
    { results: [['$identify']], hasMore: true, nextCursor: '2026-01-11T23:45:00Z' },
  ],
  [
    'EventsQuery, whole events',
    events({ select: ['*'], event: 'signup' }),
    {
      columns: ['*'],
      results: [
        [
          {
            uuid: UUID,
            event: 'signup',
            properties: expect.any(Object) as unknown,
            timestamp: '2026-01-11T23:40:00Z',
            team_id: expect.any(Number) as unknown,
            distinct_id: 'cid',
            elements_chain: '',
            created_at: expect.any(String) as unknown,
          },
        ],
      ],
    },
  ],
  [
    'EventsQuery without columns',
    events({ select: [], event: 'signup' }),
    { results: [[{ event: 'signup' }]] },
  ],
  [
    'EventsQuery, persons',
    events({
      select: ['person', 'person_display_name -- Person', 'person.properties.plan'],
      events: ['signup', 'purchase'],
      orderBy: ['person_display_name -- Person DESC', 'timestamp'],
      limit: 2,
    }),
    {
      columns: ['person', 'person_display_name -- Person', 'person.properties.plan'],
      results: [
        [
          { uuid: UUID, distinct_id: 'cid', properties: { email: 'cid@ex.com' } },
          { display_name: 'cid', id: UUID, distinct_id: 'cid' },
          null,
        ],
        [{ distinct_id: 'bob' }, { display_name: 'bob@other.org' }, 'free'],
      ],
    },
  ],
  [
    'EventsQuery, aggregates',
    events({ select: ['event', 'count()'], where: ['count() > 1'] }),
    {
      results: [
        ['$pageview', 6],
        ['purchase', 3],
      ],
      columns: ['event', 'count()'],
      types: ['String', 'UInt64'],
    },
  ],
  [
    'EventsQuery, filters',
    events({
      select: ['properties.amount'],
      properties: [{ key: 'currency', value: 'EUR' }],
      fixedProperties: [{ type: 'OR', values: [{ key: 'plan', value: 'pro', type: 'person' }] }],
      where: ["event = 'purchase'", 'properties.amount < 30'],
    }),
    { results: [[19.99]] },
  ],
  [
    'EventsQuery, the steps of an action',
    events({
      select: ['count()'],
      actionSteps: [{ event: 'signup' }, { event: '$pageview', url: '/docs' }],
    }),
    { results: [[2]] },
  ],
  [
    'EventsQuery, limit and offset',
    events({ select: ['timestamp'], limit: 1, offset: 1 }),
    { results: [['2026-03-29T00:30:00Z']], offset: 1 },
  ],
];

export const rejectedEventQueries: readonly RejectedKindCase[] = [
  [
    'EventsQuery without select',
    { kind: 'EventsQuery' },
    'parse_error',
    'query.select\n  Field required',
  ],
  ['an unknown action', events({ actionId: 99999 }), 'hogql_query_error', 'Action does not exist'],
  ['an invalid date', events({ after: 'soon' }), 'hogql_query_error', "'soon' in 'after'"],
  ['a type error', events({ select: ["timestamp + 'x'"] }), 'illegal_type_of_argument', ''],
  ['a broken column', events({ select: ['event +'] }), 'hogql_syntax_error', ''],
  [
    'an unknown field',
    events({ select: ['nope'] }),
    'hogql_query_error',
    'Unable to resolve field: nope',
  ],
];
