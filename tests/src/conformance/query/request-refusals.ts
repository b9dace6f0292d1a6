const select = { kind: 'HogQLQuery', query: 'select 1' };
const filtered = { kind: 'HogQLQuery', query: 'select count() from events where {filters}' };

/** Bodies that are no query request, and what the 400 says. */
export const requestRefusals: readonly (readonly [
  name: string,
  body: unknown,
  code: string,
  detail: string,
])[] = [
  ['an empty body', {}, 'parse_error', 'query\n  Field required'],
  ['a list', [], 'parse_error', 'QueryRequest'],
  ['an empty query', { query: {} }, 'parse_error', "discriminator 'kind'"],
  ['an unknown kind', { query: { kind: 'Tomato' } }, 'parse_error', 'Tomato'],
  ['an unknown key', { query: select, foo: 1 }, 'parse_error', 'foo'],
  ['an unknown refresh', { query: select, refresh: 'sometimes' }, 'parse_error', 'refresh'],
  ['an unknown override', { query: select, filters_override: { x: 1 } }, 'parse_error', 'x'],
  [
    'a foreign limit context',
    { query: select, limit_context: 'export' },
    'parse_error',
    'limit_context',
  ],
  ['an empty statement', { query: { ...select, query: '' } }, 'hogql_syntax_error', 'SELECT'],
  [
    'a kind without a runner',
    { query: { kind: 'SavedInsightNode', shortId: 'x' } },
    'invalid_input',
    'Unsupported query kind: SavedInsightNode',
  ],
  [
    'filters it cannot apply',
    { query: filtered, filters_override: { date_from: '2020-01-09', date_to: '2020-01-11' } },
    'hogql_not_implemented',
    '{filters}',
  ],
  [
    'filters of the query it cannot apply',
    { query: { ...filtered, filters: { properties: [{ key: 'a', value: 'b', type: 'event' }] } } },
    'hogql_not_implemented',
    '{filters}',
  ],
];
