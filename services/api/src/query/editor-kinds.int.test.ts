import { createClickHouse } from '@tidemark/clickhouse';
import { createLogger } from '@tidemark/platform';
import { createIsolatedStores } from '@tidemark/testing';
import type { TestApi } from '../test-support/api';
import { startTestApi } from '../test-support/api';

/** Kinds that describe statements instead of running them. */
let api: TestApi;

beforeAll(async () => {
  const urls = await createIsolatedStores();
  const clickhouse = createClickHouse({
    url: urls.clickhouse,
    logger: createLogger('test', 'warn'),
  });
  await clickhouse.close();
  api = await startTestApi(urls);
});
afterAll(() => api.stop());

async function ask(query: object) {
  const response = await api.call('POST', '/api/projects/1/query/', { json: { query } });
  return { status: response.status, body: response.body };
}

const metadata = (query: string, more: object = {}) =>
  ask({ kind: 'HogQLMetadata', language: 'hogQL', query, ...more });

describe('HogQLMetadata', () => {
  it('holds every key of the wire', async () => {
    const query = "select event as e, count() as c from events where person_id = 'x' group by e";
    const { status, body } = await metadata(query);
    expect(status).toBe(200);
    expect(body).toEqual({
      query,
      isValid: true,
      isValidView: true,
      isUsingIndices: 'no',
      errors: [],
      warnings: [],
      notices: expect.arrayContaining([
        { message: "Field 'event' is of type 'String'", start: 7, end: 12, fix: null },
        { message: "Field 'person_id' is of type 'UUID'", start: 50, end: 59, fix: null },
      ]),
      table_names: ['events'],
      ch_table_names: ['events'],
    });
  });

  it.each([
    ['select 1', 'undecisive'],
    ['select count() from events', 'no'],
    ["select count() from events where timestamp > '2026-01-01'", 'yes'],
    [
      "select count() from events where event = 'x' and timestamp > now() - interval 1 day union all select count() from events",
      'partial',
    ],
  ])('%s: uses indices? %s', async (query, usage) => {
    expect((await metadata(query)).body).toMatchObject({ isUsingIndices: usage });
  });

  it.each([
    ['select evnt from events', 'Did you mean', 7, 11, 'event'],
    ['select 1 from', '', 13, 13, null],
    ['select count() from nope', 'Unknown table', 20, 24, null],
    ["select timestamp + 'x' from events", 'A function or operator', 0, 34, null],
    ['select {nope}', 'Unresolved placeholder', 7, 13, null],
  ])('%s: says what is wrong, and where', async (query, message, start, end, fix) => {
    const { status, body } = await metadata(query);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      isValid: false,
      errors: [{ message: expect.stringContaining(message), start, end }],
    });
    const [error] = body['errors'] as { fix: string | null }[];
    expect(error?.fix).toBe(fix);
  });

  it('reports the other way to call a cohort and an action', async () => {
    const made = await Promise.all([
      api.call('POST', '/api/projects/1/cohorts/', {
        json: { name: "it's paid", is_static: true },
      }),
      api.call('POST', '/api/projects/1/actions/', { json: { name: 'signed up', steps: [] } }),
    ]);
    const [cohort, action] = made.map(({ body }) => String(body['id']));
    const query = (who: string, what: string) =>
      `select 1 from events where person_id in cohort ${who} and matchesAction(${what})`;
    const advice = async (text: string) => {
      const { body } = await metadata(text);
      return (body['notices'] as { fix: string | null }[]).filter(({ fix }) => fix !== null);
    };
    const start = query('', '').indexOf(' and');
    expect(await advice(query(cohort ?? '', "'signed up'"))).toMatchObject([
      {
        message: `Cohort #${cohort} can also be specified as 'it''s paid'`,
        start,
        fix: "'it''s paid'",
      },
      { message: expect.stringContaining('protect against renaming'), fix: action },
    ]);
    expect(await advice(query("'it''s paid'", action ?? ''))).toMatchObject([
      { message: expect.stringContaining(`numeric ID ${cohort}`), start, fix: cohort },
      { fix: "'signed up'" },
    ]);
  });

  it.each([
    ['select *, event as e from events', false],
    ['select e.* from events e', false],
    ['select event, uuid as id from events', true],
    ['select count() from events', false],
  ])('%s: can be a view or not', async (query, isValidView) => {
    expect((await metadata(query)).body).toMatchObject({ isValid: true, isValidView });
  });

  it('is part of the debug output of a query', async () => {
    const query = 'select event as e from events';
    const { body } = await ask({ kind: 'HogQLQuery', query, modifiers: { debug: true } });
    expect(body).toMatchObject({
      explain: expect.any(Array),
      metadata: { query, isValid: true, isValidView: true, errors: [], table_names: ['events'] },
    });
  });

  it('reads expressions where they stand', async () => {
    const language = { language: 'hogQLExpr' };
    expect((await metadata('1 + no_field', language)).body).toMatchObject({
      isValid: false,
      errors: [{ message: 'Unable to resolve field: no_field', start: 4, end: 12 }],
    });
    const sourceQuery = { kind: 'HogQLQuery', query: 'select * from persons' };
    expect((await metadata('is_identified', { ...language, sourceQuery })).body).toMatchObject({
      isValid: true,
      isValidView: null,
      notices: [{ message: "Field 'is_identified' is of type 'Boolean'", start: 0, end: 13 }],
    });
  });

  it('reads templates by their own offsets', async () => {
    const language = { language: 'hogTemplate' };
    expect((await metadata("it's {event}", language)).body).toMatchObject({ isValid: true });
    expect((await metadata("it's {nope}", language)).body).toMatchObject({
      isValid: false,
      errors: [{ start: 6, end: 10 }],
    });
  });

  it('reports that it reads no programs', async () => {
    expect((await metadata('return 1', { language: 'hog' })).body).toMatchObject({
      isValid: false,
      errors: [{ message: expect.stringContaining('not supported') }],
    });
  });
});

it('DatabaseSchemaQuery describes the tables', async () => {
  const { status, body } = await ask({ kind: 'DatabaseSchemaQuery' });
  expect(status).toBe(200);
  expect(Object.keys(body).sort()).toEqual(['joins', 'tables']);
  expect(body['tables']).toMatchObject({
    events: {
      id: 'events',
      name: 'events',
      type: 'posthog',
      fields: {
        uuid: { name: 'uuid', hogql_value: 'uuid', type: 'string', schema_valid: true },
        timestamp: { type: 'datetime' },
        properties: { type: 'json' },
        person: { type: 'virtual_table', fields: expect.arrayContaining(['id', 'properties']) },
        pdi: { type: 'lazy_table', table: 'person_distinct_ids' },
        poe: { type: 'virtual_table' },
      },
    },
    persons: { type: 'posthog', fields: { is_identified: { type: 'boolean' } } },
    'system.cohorts': { type: 'system', fields: { filters: { type: 'json' } } },
  });
  expect(JSON.stringify(body)).not.toContain('"team_id"');
});

describe('HogQLAutocomplete', () => {
  /** @param marked the text, with `|` at the cursor, which is after the word that is being typed */
  const suggest = async (marked: string, more: object = {}) => {
    const query = marked.replace('|', '');
    const endPosition = marked.indexOf('|');
    const typed = /[\w$]*$/.exec(query.slice(0, endPosition))?.[0] ?? '';
    const startPosition = endPosition - typed.length;
    const { status, body } = await ask({
      kind: 'HogQLAutocomplete',
      language: 'hogQL',
      query,
      startPosition,
      endPosition,
      ...more,
    });
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['incomplete_list', 'suggestions', 'timings']);
    return body['suggestions'] as readonly { label: string }[];
  };
  const labels = async (marked: string, more: object = {}) =>
    (await suggest(marked, more)).map(({ label }) => label);

  it('holds every key of the wire', async () => {
    expect(await suggest('select | from events')).toEqual(
      expect.arrayContaining([
        {
          label: 'event',
          insertText: 'event',
          kind: 'Variable',
          detail: 'String',
          documentation: null,
          sortText: null,
        },
        {
          label: 'count',
          insertText: 'count()',
          kind: 'Function',
          detail: 'Function',
          documentation: null,
          sortText: '2-count',
        },
        expect.objectContaining({ label: 'pdi', kind: 'Folder', detail: 'Table' }),
      ]),
    );
  });

  it.each<[string, readonly string[], string]>([
    ['select * from |', ['events', 'persons', 'system.cohorts'], 'event'],
    ['with c as (select 1) select * from |', ['c', 'events'], 'event'],
    ['select e.| from events e', ['event', 'timestamp', 'person'], 'count'],
    ['select e.ti| from events e where (e.event = 1', ['timestamp'], 'count'],
    ['select person.| from events', ['id', 'properties'], 'event'],
    ['select pdi.person.| from events', ['id', 'is_identified'], 'event'],
    ['select session.| from events', ['$session_duration'], 'event'],
    [
      'select x.| from (select event as kind, timestamp from events) x',
      ['kind', 'timestamp'],
      'event',
    ],
    ['select event from events where |', ['distinct_id'], 'is_identified'],
    ['select event, |', ['timestamp'], 'is_identified'],
    ['select 1 from events where {|', ['filters', 'variables'], 'event'],
    ['select 1 from events where {filters.dateRange.|}', ['from', 'to'], 'filters'],
    ['select * from system.|', ['cohorts'], 'events'],
  ])('%s', async (marked, some, none) => {
    const found = await labels(marked);
    expect(found).toEqual(expect.arrayContaining([...some]));
    expect(found).not.toContain(none);
  });

  it('requests suggestions for an incomplete name, and not below a table', async () => {
    const at = { startPosition: 15, endPosition: 15 };
    expect(await labels('SELECT * FROM e|', at)).toContain('events');
    expect(await labels('select event from events.|')).toEqual([]);
    expect((await labels('select | from events e'))[0]).toBe('e');
  });

  it('reads the types of properties from their definitions, and cohorts', async () => {
    expect(await labels('select properties.| from events')).toEqual([]);
    expect(await labels('select id from persons where id in cohort |')).not.toContain('event');
  });

  it('supports views, joins, WITH and variables of the project', async () => {
    const post = async (path: string, json: object) =>
      expect((await api.call('POST', `/api/projects/1/${path}/`, { json })).status).toBe(201);
    const query = { kind: 'HogQLQuery', query: 'select distinct_id, event as kind from events' };
    await post('warehouse_saved_queries', { name: 'kinds', query });
    await post('warehouse_view_link', {
      source_table_name: 'events',
      source_table_key: 'distinct_id',
      joining_table_name: 'kinds',
      joining_table_key: 'distinct_id',
      field_name: 'own_kinds',
    });
    await post('insight_variables', { name: 'Chosen plan', type: 'String' });
    expect(await labels('select * from |')).toContain('kinds');
    expect(await labels('select k.| from kinds k')).toEqual(['distinct_id', 'kind']);
    expect(await labels('select | from events')).toContain('own_kinds');
    expect(await labels('select own_kinds.| from events')).toEqual(['distinct_id', 'kind']);
    expect(await labels('with w as (select 1 as one) select w.| from w')).toEqual(['one']);
    expect(await labels('select {variables.|}')).toEqual(['chosen_plan']);
  });

  it('completes expressions', async () => {
    const language = { language: 'hogQLExpr' };
    expect(await labels('time| > 1', language)).toContain('timestamp');
    const sourceQuery = { kind: 'HogQLQuery', query: 'select * from persons' };
    expect(await labels('|', { ...language, sourceQuery })).toContain('is_identified');
  });
});
