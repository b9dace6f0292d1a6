import { createClickHouse } from '@tidemark/clickhouse';
import type { Scope } from '@tidemark/contracts';
import { SYSTEM_TABLE_SCOPES } from '@tidemark/hogql';
import { createLogger } from '@tidemark/platform';
import { createIsolatedStores } from '@tidemark/testing';
import type { TestApi } from '../test-support/api';
import { startTestApi } from '../test-support/api';

/** `system.*` tables need the scope that the REST resource needs, on every way to their rows. */
let api: TestApi;
let reader: string;
let flagReader: string;
const PROJECT = '/api/projects/1/';
const FLAGS = 'select key from system.feature_flags';
const SCOPE = 'feature_flag:read';

beforeAll(async () => {
  const urls = await createIsolatedStores();
  const logger = createLogger('test', 'warn');
  const clickhouse = createClickHouse({ url: urls.clickhouse, logger });
  await clickhouse.close();
  api = await startTestApi(urls);
  await api.call('POST', `${PROJECT}feature_flags/`, { json: { key: 'hidden-flag' } });
  reader = await api.keyWith(['query:read', 'insight:write', 'dashboard:write']);
  flagReader = await api.keyWith(['query:read', SCOPE]);
});
afterAll(() => api.stop());

const ask = (query: object, key?: string, more: object = {}) =>
  api.call('POST', `${PROJECT}query/`, {
    json: { query, ...more },
    ...(key !== undefined && { key }),
  });
const hogql = (query: string, more: object = {}) => ({ kind: 'HogQLQuery', query, ...more });
const denied = (scope: string) => ({
  type: 'authentication_error',
  code: 'permission_denied',
  detail: expect.stringContaining(`API key missing required scope '${scope}'`) as string,
  attr: null,
});

const tables = Object.entries(SYSTEM_TABLE_SCOPES);
const scoped = tables.flatMap(([table, object]) =>
  object === null ? [] : [[table, object] as const],
);

it('has a table without a scope only if it has no data of a resource', () => {
  expect(
    tables
      .filter(([, object]) => object === null)
      .map(([name]) => name)
      .sort(),
  ).toEqual([
    'system.information_schema.columns',
    'system.information_schema.data_types',
    'system.information_schema.relationships',
    'system.information_schema.tables',
  ]);
  expect(scoped.length).toBeGreaterThan(20);
});

it.each(scoped)('%s needs %s:read', async (table, object) => {
  const query = hogql(`select count() from ${table}`);
  // A key with the scope runs it first: a key without it must not get the stored result.
  const key = await api.keyWith(['query:read', `${object}:read`]);
  expect((await ask(query, key)).status).toBe(200);
  const bare = await api.keyWith(['query:read']);
  const rejected = await ask(query, bare);
  expect([rejected.status, rejected.body]).toMatchObject([403, denied(`${object}:read`)]);
});

describe('a key without the scope', () => {
  const inside: readonly (readonly [string, object])[] = [
    ['a sub-query', hogql(`select (select count() from system.feature_flags)`)],
    ['a condition', hogql(`select 1 where 'a' in (${FLAGS})`)],
    ['a CTE', hogql(`with x as (${FLAGS}) select * from x`)],
    ['a union', hogql(`select 'a' union all ${FLAGS}`)],
    ['a join', hogql('select f.key from events e join system.feature_flags f on f.key = e.event')],
    ['quotes', hogql('select key from `system`.`feature_flags`')],
    ['one quoted name', hogql('select key from "system.feature_flags"')],
    ['a wrapper', { kind: 'DataTableNode', source: hogql(FLAGS) }],
    [
      'actors',
      { kind: 'ActorsQuery', source: hogql(`select key as person_id from system.feature_flags`) },
    ],
    ['a column of events', { kind: 'EventsQuery', select: [`(${FLAGS} limit 1)`] }],
    [
      'a condition on events',
      { kind: 'EventsQuery', select: ['event'], where: [`event in (${FLAGS})`] },
    ],
    [
      'filters',
      hogql('select 1 from events where {filters}', {
        filters: { properties: [{ type: 'hogql', key: `event in (${FLAGS})` }] },
      }),
    ],
    [
      'a series',
      {
        kind: 'TrendsQuery',
        series: [
          { kind: 'EventsNode', event: 'a', math: 'hogql', math_hogql: `any((${FLAGS} limit 1))` },
        ],
      },
    ],
    [
      'a breakdown',
      {
        kind: 'TrendsQuery',
        series: [{ kind: 'EventsNode', event: 'a' }],
        breakdownFilter: { breakdown_type: 'hogql', breakdown: `(${FLAGS} limit 1)` },
      },
    ],
    ['metadata', { kind: 'HogQLMetadata', language: 'hogQL', query: FLAGS }],
  ];

  it.each(inside)('reads no rows through %s', async (_, query) => {
    const rejected = await ask(query, reader);
    expect([rejected.status, rejected.body]).toMatchObject([403, denied(SCOPE)]);
  });

  it.each(['csv', 'ndjson'])('gets none as %s', async (format) => {
    const rejected = await api.call('POST', `${PROJECT}query/?format=${format}`, {
      json: { query: hogql(FLAGS) },
      key: reader,
    });
    expect([rejected.status, rejected.body]).toMatchObject([403, denied(SCOPE)]);
  });

  it('receives no rows from the tool for models', async () => {
    const rejected = await api.call('POST', `${PROJECT}mcp_tools/execute_sql/`, {
      json: { args: { query: FLAGS } },
      key: reader,
    });
    expect([rejected.status, rejected.body]).toMatchObject([403, denied(SCOPE)]);
  });
});

it('keeps results of keys with different scopes apart, and shares those of equal ones', async () => {
  const query = hogql(FLAGS);
  const seen = await ask(query, flagReader);
  expect([seen.status, seen.body.results]).toEqual([200, [['hidden-flag']]]);
  const again = await ask(query, await api.keyWith([SCOPE, 'query:read']));
  expect(again.body).toMatchObject({ is_cached: true, cache_key: seen.body['cache_key'] });
  for (const refresh of ['force_cache', 'blocking', 'force_blocking']) {
    const other = await ask(query, reader, { refresh });
    expect(other.text).not.toContain('hidden-flag');
  }
});

it('a secret key of the project reads what its scopes allow', async () => {
  const secret = async (scopes: readonly Scope[]) => {
    const json = { label: scopes.join(), scopes };
    return (await api.call('POST', `${PROJECT}project_secret_api_keys/`, { json })).body.value;
  };
  const rejected = await ask(hogql(FLAGS), await secret(['query:read']));
  expect([rejected.status, rejected.body]).toMatchObject([403, denied(SCOPE)]);
  expect((await ask(hogql(FLAGS), await secret(['query:read', SCOPE]))).status).toBe(200);
});

it('views are read with the scopes of the reader', async () => {
  const json = { name: 'flag_view', query: hogql(FLAGS) };
  const saved = await api.call('POST', `${PROJECT}warehouse_saved_queries/`, { json });
  expect(saved.status).toBe(201);
  expect((await ask(hogql('select key from flag_view'))).body.results).toEqual([['hidden-flag']]);
  for (const query of [
    hogql('select key from flag_view'),
    hogql('select v.key from events e join flag_view v on v.key = e.event'),
  ]) {
    const rejected = await ask(query, reader);
    expect([rejected.status, rejected.body]).toMatchObject([403, denied(SCOPE)]);
  }
  const writer = await api.keyWith(['warehouse_view:write', 'query:read']);
  const rejected = await api.call('POST', `${PROJECT}warehouse_saved_queries/`, {
    json: { ...json, name: 'mine' },
    key: writer,
  });
  expect([rejected.status, rejected.body]).toMatchObject([403, denied(SCOPE)]);
});

it('joins of the project lead nowhere that the reader may not go', async () => {
  const link = {
    source_table_name: 'events',
    source_table_key: 'event',
    joining_table_name: 'system.feature_flags',
    joining_table_key: 'key',
    field_name: 'flag',
  };
  const made = await api.call('POST', `${PROJECT}warehouse_view_link/`, { json: link });
  expect(made.status).toBe(201);
  expect((await ask(hogql('select flag.name from events'))).status).toBe(200);
  const rejected = await ask(hogql('select flag.name from events'), reader);
  expect([rejected.status, rejected.body]).toMatchObject([403, denied(SCOPE)]);
  const linker = await api.keyWith(['warehouse_view:write', 'query:read']);
  for (const path of ['warehouse_view_link/', 'warehouse_view_link/validate/']) {
    const response = await api.call('POST', PROJECT + path, {
      json: { ...link, field_name: 'other' },
      key: linker,
    });
    expect([path, response.status, response.body.detail]).toEqual([
      path,
      400,
      'Invalid table: system.feature_flags',
    ]);
  }
});

it('saved insights and dashboards are computed with the scopes of whoever looks', async () => {
  const dashboard = await api.call('POST', `${PROJECT}dashboards/`, { json: { name: 'd' } });
  const json = { name: 'flags', query: hogql(FLAGS), dashboards: [dashboard.body.id] };
  const { body: insight } = await api.call('POST', `${PROJECT}insights/`, { json });
  const path = `${PROJECT}insights/${insight.id}/?refresh=blocking`;
  expect((await api.call('GET', path)).text).toContain('hidden-flag');
  const rejected = await api.call('GET', path, { key: reader });
  expect([rejected.status, rejected.body]).toMatchObject([403, denied(SCOPE)]);
  for (const refresh of ['blocking', 'force_cache']) {
    const board = `${PROJECT}dashboards/${dashboard.body.id}/?refresh=${refresh}`;
    expect((await api.call('GET', board)).text).toContain('hidden-flag');
    const seen = await api.call('GET', board, { key: reader });
    expect(seen.status).toBe(200);
    expect(seen.text).not.toContain('hidden-flag');
  }
});

describe('what editors are shown', () => {
  it('the schema names only tables that the key can read, and no texts of other resources', async () => {
    const json = { name: 'shown_view', query: hogql('select 1 as one_of_the_text') };
    await api.call('POST', `${PROJECT}warehouse_saved_queries/`, { json });
    const schema = async (key?: string) => (await ask({ kind: 'DatabaseSchemaQuery' }, key)).body;
    const full = Object.keys((await schema())['tables'] as object);
    expect(full).toEqual(expect.arrayContaining(scoped.map(([name]) => name)));
    const narrow = await schema(flagReader);
    const names = Object.keys(narrow['tables'] as object);
    expect(names.filter((name) => scoped.some(([table]) => table === name))).toEqual([
      'system.feature_flags',
    ]);
    expect(names).toContain('shown_view');
    expect(JSON.stringify(narrow)).not.toContain('select 1 as');
    expect(JSON.stringify(narrow)).not.toContain('joining_table_key');
  });

  it('the information schema does the same', async () => {
    const query = hogql(
      "select distinct table_name from system.information_schema.columns where table_name like 'system.%' limit 500",
    );
    const rows = async (key?: string) =>
      (await ask(query, key)).body.results.map((row) => (row as unknown as string[])[0]);
    expect(await rows()).toEqual(expect.arrayContaining(scoped.map(([name]) => name)));
    const narrow = await rows(flagReader);
    expect(narrow.filter((name) => scoped.some(([table]) => table === name))).toEqual([
      'system.feature_flags',
    ]);
  });

  it('completion suggests no table, cohort or variable that the key cannot read', async () => {
    await api.call('POST', `${PROJECT}cohorts/`, {
      json: { name: 'hidden-cohort', is_static: true },
    });
    await api.call('POST', `${PROJECT}insight_variables/`, {
      json: { name: 'hiddenvariable', type: 'String' },
    });
    const complete = async (query: string, at: number, key?: string) =>
      (
        await ask(
          {
            kind: 'HogQLAutocomplete',
            language: 'hogQL',
            query,
            startPosition: at,
            endPosition: at,
          },
          key,
        )
      ).text;
    const bare = await api.keyWith(['query:read']);
    const cases = [
      ['select 1 from system.', 'feature_flags'],
      ['select 1 from events where person_id in cohort ', 'hidden-cohort'],
      ['select {variables.', 'hiddenvariable'],
    ] as const;
    for (const [query, word] of cases) {
      expect(await complete(query, query.length)).toContain(word);
      expect(await complete(query, query.length, bare)).not.toContain(word);
    }
  });
});
