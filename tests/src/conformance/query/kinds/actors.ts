import type { KindCase, RejectedKindCase } from './kind-case';
import { UUID } from './kind-case';

const actors = (more: object) => ({ kind: 'ActorsQuery', ...more });
const emails = (more: object) =>
  actors({ select: ['properties.email'], orderBy: ['properties.email'], ...more });

const annPerson = {
  id: UUID,
  uuid: UUID,
  type: 'person',
  is_identified: expect.any(Boolean) as unknown,
  created_at: expect.any(String) as unknown,
  distinct_ids: ['ann'],
  properties: { email: 'ann@ex.com', plan: 'pro' },
};

export const actorKinds: readonly KindCase[] = [
  [
    'GroupsQuery',
    { kind: 'GroupsQuery', group_type_index: 4 },
    { kind: 'GroupsQuery', columns: ['group_name'], results: [], hasMore: false, limit: 100 },
  ],
  [
    'ActorsQuery',
    actors({ search: 'ANN@' }),
    {
      columns: ['person', 'id', 'person.$delete'],
      results: [[annPerson, UUID, 1]],
      types: ['UUID', 'UUID', 'UInt8'],
      limit: 100,
      offset: 0,
      hasMore: false,
      missing_actors_count: 0,
      is_cached: false,
    },
  ],
  ['ActorsQuery, distinct ids', emails({ search: 'cid-anon' }), { results: [['cid@ex.com']] }],
  [
    'ActorsQuery, person properties',
    emails({ properties: [{ key: 'plan', value: 'free', type: 'person' }], limit: 1 }),
    { results: [['bob@other.org']], hasMore: true },
  ],
  [
    'ActorsQuery, fixed properties and order',
    emails({
      fixedProperties: [{ key: 'email', operator: 'icontains', value: '@ex', type: 'person' }],
      orderBy: ['person DESC'],
    }),
    { results: [['cid@ex.com'], ['ann@ex.com']] },
  ],
  [
    'ActorsQuery behind SQL',
    actors({
      select: ['person_display_name -- Person', 'times', 'created_at'],
      orderBy: ['times DESC'],
      source: {
        kind: 'HogQLQuery',
        query:
          "select person_id, count() as times from events where event = 'purchase' group by person_id",
      },
    }),
    {
      columns: ['person_display_name -- Person', 'times', 'created_at'],
      results: [
        [{ display_name: 'ann@ex.com', id: UUID }, 2, expect.any(String) as unknown],
        [{ display_name: 'bob@other.org', id: UUID }, 1, expect.any(String) as unknown],
      ],
      missing_actors_count: 0,
    },
  ],
  [
    'ActorsQuery, counts',
    actors({ select: ['properties.plan', 'count()'] }),
    {
      results: [
        ['free', 2],
        ['pro', 1],
      ],
    },
  ],
];

export const rejectedActorQueries: readonly RejectedKindCase[] = [
  [
    'a source without ids',
    actors({ source: { kind: 'HogQLQuery', query: 'select event from events' } }),
    'hogql_query_error',
    'Source query must have an id column',
  ],
  [
    'a source that is not a query',
    actors({ source: { kind: 'HogQLQuery' } }),
    'hogql_query_error',
    'source.query',
  ],
  [
    'a source of a kind that is later',
    actors({ source: { kind: 'PathsQuery' } }),
    'hogql_not_implemented',
    'PathsQuery',
  ],
  [
    'event filters of persons',
    actors({ properties: [{ key: 'x', type: 'event' }] }),
    'hogql_not_implemented',
    "type 'event' cannot",
  ],
];
