/** A request of a check and its expected response. */
export interface CheckStep {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The path after `/api/projects/{id}/`; by default `query/`. */
  readonly path?: string;
  readonly body?: unknown;
  readonly status: number;
  readonly response?: object;
  /** Whether the request is repeated until the response is as expected, because a run takes time. */
  readonly eventually?: true;
}

/** A line of `docs/wire/query-runs.md#acceptance` with its number. */
export type Check = readonly [name: string, ...steps: readonly CheckStep[]];

const sql = (query: string, more: object = {}) => ({ kind: 'HogQLQuery', query, ...more });
const ask = (query: object, more: object = {}) => ({ body: { query, ...more } });
const aText: unknown = expect.any(String);
const aNumber: unknown = expect.any(Number);
const aBoolean: unknown = expect.any(Boolean);
const something: unknown = expect.anything();
const text = (part: string): unknown => expect.stringContaining(part);
const SLOW = "select sum(sipHash64(number, 'acceptance')) from numbers(100000000000)";
const run = (id: string, query = SLOW) =>
  ask(sql(query), { refresh: 'force_async', client_query_id: id });
const status = (id: string, more = '') => ({ method: 'GET', path: `query/${id}/${more}` }) as const;
const cancel = (id: string) => ({ method: 'DELETE', path: `query/${id}/`, status: 204 }) as const;
const parseError = (...parts: readonly string[]): object => {
  const detail: unknown = expect.stringMatching(
    new RegExp(['^JSON parse error', ...parts].join('[^]*')),
  );
  return { type: 'invalid_request', code: 'parse_error', detail, attr: null };
};
const rejected = (code: string, detail: string, more: object = {}): object => ({
  type: 'validation_error',
  code,
  detail: text(detail),
  ...more,
});
const plain = { is_cached: false, results: [[1]], limit: 100, offset: 0, hasMore: false };

/**
 * Where the specification differs from PostHog, the specification is expected: 200 and 204 for runs (`docs/decisions`,
 * 0007).
 */
export const checks: readonly Check[] = [
  [
    '1 to 4: a computed, stored and forced result, and a path without a trailing slash',
    {
      ...ask(sql('select 1')),
      status: 200,
      response: { ...plain, types: [[aText, aText]] },
    },
    { ...ask(sql('select 1')), status: 200, response: { ...plain, is_cached: true } },
    { ...ask(sql('select 1'), { refresh: 'force_blocking' }), status: 200, response: plain },
    { ...ask(sql('select 1')), path: 'query', status: 200 },
  ],
  ['17: an empty body', { body: {}, status: 400, response: parseError() }],
  [
    '18: an unknown kind',
    { ...ask({ kind: 'Tomato' }), status: 400, response: parseError('QueryRequest', 'Tomato') },
  ],
  [
    '19, 20: an unknown field, an unknown refresh',
    { ...ask(sql('select 1'), { foo: 1 }), status: 400, response: parseError('foo') },
    {
      ...ask(sql('select 1'), { refresh: 'sometimes' }),
      status: 400,
      response: parseError('refresh'),
    },
  ],
  [
    '21: a kind that cannot be run',
    {
      ...ask({ kind: 'SavedInsightNode', shortId: 'x' }),
      status: 400,
      response: rejected('invalid_input', 'Unsupported query kind: SavedInsightNode'),
    },
  ],
  [
    '22 to 24: errors in SQL',
    {
      ...ask(sql('selec 1')),
      status: 400,
      response: rejected('hogql_syntax_error', '', {
        extra: { hogql_metadata: { errors: [something] } },
      }),
    },
    {
      ...ask(sql('select * from nope')),
      status: 400,
      response: rejected('hogql_query_error', 'Unknown table `nope`'),
    },
    {
      ...ask(sql('select user_id from events')),
      status: 400,
      response: rejected('hogql_query_error', 'Tables referenced: events'),
    },
  ],
  [
    '26 to 28: limits',
    {
      ...ask(sql('select number from numbers(150)')),
      status: 200,
      response: { hasMore: true, limit: 100 },
    },
    {
      ...ask(sql('select number from numbers(150) limit 120')),
      status: 200,
      response: { hasMore: null, limit: null, offset: null },
    },
  ],
  [
    '29: placeholders',
    {
      ...ask(sql('select {a}', { values: { a: 'x' } })),
      status: 200,
      response: { results: [['x']] },
    },
  ],
  [
    '32, 33: rows of events, actors',
    {
      ...ask({ kind: 'EventsQuery', select: ['*'], limit: 2 }),
      status: 200,
      response: { limit: 2, hasMore: aBoolean },
    },
    {
      ...ask({ kind: 'ActorsQuery' }),
      status: 200,
      response: { columns: ['person', 'id', 'person.$delete'], limit: 100, offset: 0 },
    },
  ],
  [
    '35: a table node returns the result of its source',
    {
      ...ask({ kind: 'DataTableNode', source: sql('select 35') }),
      status: 200,
      response: { results: [[35]] },
    },
  ],
  [
    '36 to 38, 47, 48: the progress of a run, and its cancellation',
    {
      ...run('q1'),
      status: 200,
      response: { query_status: { id: 'q1', complete: false, results: null } },
    },
    {
      ...status('q1'),
      status: 200,
      response: { query_status: { complete: false, query_progress: null } },
    },
    {
      ...status('q1', '?show_progress=true'),
      status: 200,
      response: { query_status: { query_progress: { rows_read: aNumber } } },
      eventually: true,
    },
    cancel('q1'),
    { ...status('q1'), status: 404 },
    cancel('never-heard-of'),
  ],
  [
    '39, 49: a finished run, whose result is kept after a cancel',
    { ...run('q39', 'select 39'), status: 200 },
    {
      ...status('q39'),
      status: 200,
      response: {
        query_status: {
          complete: true,
          error: false,
          end_time: aText,
          results: { results: [[39]] },
        },
      },
      eventually: true,
    },
    cancel('q39'),
    { ...status('q39'), status: 200 },
  ],
  [
    '40: equal runs share one execution, but have their own ids',
    { ...run('first'), status: 200, response: { query_status: { id: 'first' } } },
    { ...run('second'), status: 200, response: { query_status: { id: 'second' } } },
    cancel('first'),
    cancel('second'),
  ],
  [
    '43: a failed run',
    { ...run('q43', 'select nope from events'), status: 200 },
    {
      ...status('q43'),
      // PostHog: 400. The specification: 200 with `error: true`.
      status: 200,
      response: { query_status: { complete: true, error: true, error_message: text('nope') } },
      eventually: true,
    },
  ],
  [
    '45: an unknown run',
    {
      ...status('unknown'),
      status: 404,
      response: { type: 'invalid_request', code: 'not_found', detail: text('unknown') },
    },
  ],
  [
    '50: force_cache computes nothing',
    {
      ...ask(sql('select 50'), { refresh: 'force_cache' }),
      status: 200,
      response: { cache_key: aText, query_status: null },
    },
  ],
  [
    '56: an unsupported method',
    {
      method: 'PUT',
      path: 'query/q1/',
      body: {},
      status: 405,
      response: { type: 'invalid_request', code: 'method_not_allowed' },
    },
  ],
  [
    '57: a kind that differs from the kind in the path',
    {
      ...ask({ kind: 'EventsQuery', select: ['event'] }),
      path: 'query/HogQLQuery/',
      status: 400,
      response: rejected('invalid_input', 'EventsQuery'),
    },
  ],
  [
    '58: upgrade',
    {
      ...ask(sql('select 1')),
      path: 'query/upgrade/',
      status: 200,
      response: { query: sql('select 1') },
    },
  ],
  [
    '59: a draft without a prompt is a 200 without a body, as specified',
    { method: 'GET', path: 'query/draft_sql/', status: 200 },
    {
      method: 'GET',
      path: 'query/draft_sql/?prompt=',
      status: 400,
      response: { type: 'validation_error', code: 'required', attr: 'prompt' },
    },
  ],
];
