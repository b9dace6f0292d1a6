import type { KindCase, RejectedKindCase } from './kind-case';
import { UUID } from './kind-case';

const ANN_SESSION = '019b8d62-7a80-7000-8000-000000000001';
const sessions = (more: object) => ({
  kind: 'SessionsQuery',
  select: ['session_id', '$session_duration'],
  after: 'all',
  ...more,
});

export const sessionKinds: readonly KindCase[] = [
  [
    'SessionsTimelineQuery',
    { kind: 'SessionsTimelineQuery', after: '2020-01-01', before: '2020-01-02' },
    { results: [], hasMore: false },
  ],
  [
    'SessionsQuery, its envelope and its whole cells',
    sessions({ select: ['*', 'person_display_name -- Person', 'person.properties.plan'] }),
    {
      columns: ['*', 'person_display_name -- Person', 'person.properties.plan'],
      results: [
        [
          {
            session_id: ANN_SESSION,
            distinct_id: 'ann',
            $start_timestamp: '2026-01-05T09:00:00Z',
            $end_timestamp: '2026-01-05T09:05:00.250000Z',
            $session_duration: 300,
            $entry_current_url: 'https://x.com/pricing',
            $end_current_url: 'https://x.com/docs?q=1',
            $pageview_count: 2,
            $autocapture_count: 0,
            $screen_count: 0,
            $is_bounce: 0,
          },
          { display_name: 'ann@ex.com', id: UUID, distinct_id: 'ann' },
          'pro',
        ],
      ],
      types: [
        expect.stringMatching(/^Tuple\(/),
        expect.stringMatching(/^Tuple\(/),
        'Nullable(String)',
      ],
      hasMore: false,
      limit: 100,
      offset: 0,
    },
  ],
  [
    'SessionsQuery, the last day unless said',
    { kind: 'SessionsQuery', select: ['session_id'] },
    { results: [] },
  ],
  [
    'SessionsQuery by session, person and events',
    sessions({
      where: ['$session_duration > 200', "distinct_id = 'ann'"],
      properties: [
        { type: 'session', key: '$pageview_count', operator: 'gt', value: 1 },
        { type: 'person', key: 'plan', value: ['pro'] },
      ],
      event: '$pageview',
      eventProperties: [{ type: 'event', key: '$browser', value: 'Chrome' }],
      orderBy: ['person_display_name -- Person DESC', 'session.$start_timestamp'],
    }),
    { results: [[ANN_SESSION, 300]] },
  ],
  [
    'SessionsQuery, an event that is in none of them',
    sessions({ event: 'purchase' }),
    { results: [] },
  ],
  [
    'SessionsQuery, a person who is another one',
    sessions({ properties: [{ type: 'person', key: 'plan', operator: 'is_not', value: ['pro'] }] }),
    { results: [] },
  ],
  [
    'SessionsQuery, counts',
    sessions({ select: ['distinct_id', 'count()'] }),
    { results: [['ann', 1]] },
  ],
];

export const rejectedSessionQueries: readonly RejectedKindCase[] = [
  [
    'a session of an unknown action',
    sessions({ actionId: 99999 }),
    'hogql_query_error',
    'Action does not exist',
  ],
  [
    'a filter of groups on sessions',
    sessions({ properties: [{ type: 'group', group_type_index: 0, key: 'a', value: 'b' }] }),
    'hogql_not_implemented',
    "type 'group' cannot",
  ],
];
