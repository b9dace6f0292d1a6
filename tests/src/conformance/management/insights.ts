import type { ConformanceCase, Manage, Step } from '../test-support/case';
import { captured, counts, PERSONAL_KEY, PROJECT } from '../test-support/case';
import { asked, changes, makes, missing, reads, rejected, shows } from './management-steps';

const SQL = { kind: 'HogQLQuery', query: 'SELECT count() FROM events' };
/** As the app and the Terraform provider send one. */
const TRENDS = {
  kind: 'InsightVizNode',
  source: { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: 'buy', math: 'total' }] },
};
const FULL = [
  'id',
  'short_id',
  'name',
  'derived_name',
  'filters',
  'query',
  'order',
  'deleted',
  'dashboards',
  'dashboard_tiles',
  'last_refresh',
  'refreshing',
  'cache_target_age',
  'next_allowed_client_refresh',
  'result',
  'hasMore',
  'columns',
  'created_at',
  'created_by',
  'description',
  'updated_at',
  'tags',
  'favorited',
  'saved',
  'last_modified_at',
  'last_modified_by',
  'is_sample',
  'effective_restriction_level',
  'effective_privilege_level',
  'timezone',
  'is_cached',
  'query_status',
  'hogql',
  'types',
  'filters_hash',
];

function lists(query: string, names: readonly string[]): Step {
  return reads(`insights/?${query}`, {
    count: names.length,
    results: names.map((name) => ({ name })),
  });
}

function posts(path: string, status: number, body: object = {}): Manage {
  return { manage: { method: 'POST', path }, body, status };
}

/** Saved insights, as the app, the Terraform provider and the MCP server call them. */
export const insights: readonly ConformanceCase[] = [
  {
    name: 'created, read by both ids, changed, deleted and restored',
    steps: [
      asked(
        'POST',
        'insights/',
        {
          status: 201,
          body: {
            short_id: expect.stringMatching(/^\w{8}$/) as unknown,
            name: 'First',
            derived_name: null,
            filters: {},
            query: TRENDS,
            order: null,
            deleted: false,
            dashboards: [],
            dashboard_tiles: [],
            result: null,
            is_cached: false,
            description: null,
            tags: ['a', 'b'],
            favorited: false,
            saved: true,
            is_sample: false,
            effective_restriction_level: 21,
            effective_privilege_level: 37,
          },
          keys: FULL,
        },
        { name: ' First ', query: TRENDS, tags: ['B', 'a '], saved: true, _create_in_folder: 'x' },
      ),
      makes('insights/', { name: 'Two', query: SQL }, { saved: false, query: SQL }),
      shows('insights/{{Two}}/', { name: 'Two' }),
      shows('insights/{{Two}}', { name: 'Two' }),
      changes(
        'insights/{{Two}}/',
        { description: 'd', favorited: true, derived_name: 'x', id: 7, short_id: 'zzz' },
        { description: 'd', favorited: true, derived_name: 'x', name: 'Two', query: SQL },
      ),
      changes('insights/{{Two}}/', { deleted: true }, { deleted: true }),
      { manage: { method: 'GET', path: 'insights/{{Two}}/' }, status: 404 },
      { manage: { method: 'PATCH', path: 'insights/{{Two}}/' }, body: { name: 'x' }, status: 404 },
      lists('', ['First']),
      changes('insights/{{Two}}/', { deleted: false }, { deleted: false, description: 'd' }),
      lists('', ['First', 'Two']),
      { manage: { method: 'DELETE', path: 'insights/{{Two}}/' }, status: 405 },
      asked('DELETE', 'insights/999999/', { status: 405, body: '' }),
      missing('GET', 'insights/999999/'),
      missing('GET', 'insights/abcdefgh/'),
      missing('GET', 'insights/not-an-id/'),
    ],
  },
  {
    name: 'what is rejected',
    steps: [
      rejected(
        'POST',
        'insights/',
        { attr: 'name', code: 'max_length' },
        { name: 'x'.repeat(401) },
      ),
      rejected('POST', 'insights/', { attr: 'tags', code: 'not_a_list' }, { tags: 'a' }),
      rejected(
        'POST',
        'insights/',
        { attr: 'dashboards', code: 'does_not_exist' },
        { dashboards: [999_999] },
      ),
      rejected('POST', 'insights/', { attr: 'filters' }, { filters: { insight: 'TRENDS' } }),
      rejected('POST', 'insights/', { attr: 'order' }, { order: 'x' }),
      asked(
        'POST',
        'insights/',
        { status: 400, body: { type: 'invalid_request', code: 'parse_error', attr: null } },
        { query: { kind: 'TrendsQuery', series: 3 } },
      ),
      asked(
        'POST',
        'insights/',
        { status: 400, body: { code: 'parse_error' } },
        { query: { a: 1 } },
      ),
      rejected('GET', 'insights/?order=secret', { attr: 'order' }),
      rejected('GET', 'insights/?created_by=x', { attr: 'created_by' }),
      rejected('GET', 'insights/?date_from=soon', { attr: 'date_from' }),
      {
        manage: { method: 'POST', path: 'insights/' },
        body: {},
        status: 201,
        response: { query: null },
      },
    ],
  },
  {
    name: 'results by every refresh mode',
    steps: [
      captured('buy'),
      captured('buy'),
      counts('buy', 2),
      makes('insights/', {
        name: 'N',
        query: { ...SQL, query: "SELECT count() AS c FROM events WHERE event = 'buy'" },
      }),
      shows('insights/{{N}}/', { result: null, is_cached: false, last_refresh: null }),
      shows('insights/{{N}}/?refresh=force_cache', { result: null }),
      shows('insights/{{N}}/?refresh=blocking', {
        result: [[2]],
        columns: ['c'],
        types: [['c', 'UInt64']],
        is_cached: false,
        hasMore: false,
        timezone: 'UTC',
      }),
      shows('insights/{{N}}/', { result: [[2]], is_cached: true }),
      reads('insights/', { results: [{ name: 'N', result: [[2]], is_cached: true }] }),
      shows('insights/{{N}}/?refresh=true', { result: [[2]], is_cached: false }),
      shows('insights/{{N}}/?refresh=lazy_async', { result: [[2]], is_cached: true }),
      shows('insights/{{N}}/?refresh=force_async', {
        result: null,
        query_status: { complete: false, query_async: true },
      }),
      changes('insights/{{N}}/?refresh=force_blocking', { description: 'd' }, { result: [[2]] }),
      makes('insights/', { name: 'T', query: TRENDS }),
      shows('insights/{{T}}/?refresh=blocking', { result: [{ count: 2 }] }),
      shows(
        `insights/{{T}}/?refresh=blocking&filters_override=${encodeURIComponent('{"date_from":"2020-01-01","date_to":"2020-01-02"}')}`,
        { result: [{ count: 0 }] },
      ),
      shows('insights/{{T}}/?basic=true', { name: 'T', query: TRENDS }),
      makes('insights/', {
        name: 'E',
        query: { kind: 'HogQLQuery', query: 'SELECT nope FROM events' },
      }),
      {
        manage: { method: 'GET', path: 'insights/{{E}}/' },
        status: 200,
        response: { result: null },
      },
      { manage: { method: 'GET', path: 'insights/{{E}}/?refresh=blocking' }, status: 400 },
    ],
  },
  {
    name: 'the list: filters, order, pages',
    steps: [
      makes('insights/', { name: 'A', query: SQL, saved: true, tags: ['money'] }),
      makes('insights/', { name: 'B', query: TRENDS, favorited: true, description: 'Revenue' }),
      makes('insights/', {
        name: 'C',
        query: {
          kind: 'FunnelsQuery',
          series: [
            { kind: 'EventsNode', event: 'a' },
            { kind: 'EventsNode', event: 'b' },
          ],
        },
        order: 1,
      }),
      lists('', ['C', 'A', 'B']),
      lists('order=-name', ['C', 'B', 'A']),
      lists('saved=true', ['A']),
      lists('saved=false', ['C', 'B']),
      lists('favorited=true', ['B']),
      lists('search=REV', ['B']),
      lists('search=mone', ['A']),
      lists('tags=["money"]', ['A']),
      lists('insight=TRENDS', ['B']),
      lists('insight=FUNNELS', ['C']),
      lists('insight=SQL', ['A']),
      lists('created_by=1', ['C', 'A', 'B']),
      lists('created_by=999', []),
      lists('user=true&date_from=-1d', ['C', 'A', 'B']),
      lists('date_to=-1d', []),
      lists('short_id=nobody', []),
      lists('dashboards=[1]', []),
      reads('insights/?basic=true&limit=1&offset=1', {
        count: 3,
        next: expect.stringMatching(/offset=2/) as unknown,
        previous: expect.stringMatching(/limit=1/) as unknown,
        results: [{ name: 'A' }],
      }),
      {
        query:
          "SELECT name, saved, JSONExtractString(toString(query), 'kind') FROM system.insights ORDER BY id LIMIT 1",
        rows: [['A', 1, 'HogQLQuery']],
      },
    ],
  },
  {
    name: 'viewed, history and references of actions',
    steps: [
      makes('actions/', { name: 'Buys', steps: [{ event: 'buy' }] }),
      makes('insights/', {
        name: 'I',
        query: { kind: 'TrendsQuery', series: [{ kind: 'ActionsNode', id: '#{{Buys}}' }] },
      }),
      makes('insights/', { name: 'J', query: SQL }),
      reads('insights/my_last_viewed/', []),
      posts('insights/{{I}}/viewed/', 201),
      posts('insights/{{J}}/viewed', 201),
      reads('insights/my_last_viewed/', [{ name: 'J' }, { name: 'I' }]),
      posts('insights/999999/viewed/', 404),
      posts('insights/viewed/', 400),
      changes('insights/{{J}}/', { name: 'K' }),
      shows('insights/{{J}}/activity/', {
        total_count: 2,
        results: [
          {
            activity: 'updated',
            detail: { name: 'K', changes: [{ field: 'name', before: 'J', after: 'K' }] },
          },
          { activity: 'created' },
        ],
      }),
      reads('insights/activity/', { total_count: 3 }),
      reads('activity_log/?scope=Insight', { total_count: 3 }),
      shows('actions/{{Buys}}/references/', [
        {
          type: 'insight',
          name: 'I',
          url: expect.stringMatching(/^\/insights\/\w{8}$/) as unknown,
        },
      ]),
      reads('actions/?include_reference_count=1', { results: [{ reference_count: 1 }] }),
      changes('insights/{{I}}/', { deleted: true }),
      shows('actions/{{Buys}}/references/', []),
      {
        send: { method: 'GET', path: `/api/projects/${PROJECT}/insights/` },
        response: { status: 401 },
      },
      {
        send: {
          method: 'GET',
          path: `/api/environments/${PROJECT}/insights`,
          headers: { authorization: `Bearer ${PERSONAL_KEY}` },
        },
        response: { status: 200, body: { results: [{ name: 'K' }] } },
      },
    ],
  },
];
