import { waitUntil } from '@tidemark/testing';
import type { ApiClient } from '../../test-support/api-client';
import { createApiClient } from '../../test-support/api-client';
import type { SharedProduct } from '../../test-support/shared-product';
import { sharedProduct } from '../../test-support/shared-product';
import type { CreatedProject } from '../test-support/create-project';
import { createProject } from '../test-support/create-project';
import { sendEvents } from '../test-support/send-events';
import type { KeyPlace, QueryAccessCase } from './access';
import { badCredentials, queryAccess } from './access';
import { aggregates } from './aggregates';
import type { ResultCase, ResultCases, SeedProject } from './case';
import { casts } from './casts';
import { dates } from './dates';
import { definitionTables } from './definition-tables';
import { envelope } from './envelope';
import { filters } from './filters';
import { grouping } from './grouping';
import { rejectedInsights } from './rejected-insights';
import { joins } from './joins';
import { rejectedKinds, kinds } from './kinds/kinds';
import { persons } from './persons';
import { properties } from './properties';
import { refreshes, sameQueries } from './refresh';
import { rejections } from './rejections';
import { rejectedRequests } from './rejected-requests';
import { laterEvents, typingEvents } from './seed-events';
import { sessions } from './sessions';
import { streams } from './streams';
import { subQueries } from './sub-queries';
import { syntax } from './syntax';
import { inBerlin, inNewYork } from './time-zones';
import { typedProperties } from './typed-properties';

/** The cases of this folder against the running product, over HTTP alone. */
let product: SharedProduct;
let api: ApiClient;
let projects: Readonly<Record<SeedProject, CreatedProject>>;

beforeAll(async () => {
  product = await sharedProduct();
  api = createApiClient(product.url, product.personalApiKey);
  const seeded = async (timezone: string, weekStartDay: number): Promise<CreatedProject> => {
    const project = await createProject(api, {
      name: timezone,
      timezone,
      week_start_day: weekStartDay,
    });
    await sendEvents(product.url, api, project, typingEvents);
    await sendEvents(product.url, api, project, laterEvents);
    return project;
  };
  const [utc, berlin, newYork] = await Promise.all([
    seeded('UTC', 0),
    seeded('Europe/Berlin', 1),
    seeded('America/New_York', 0),
  ]);
  projects = { utc, berlin, newYork };
});

const queryPath = (project: SeedProject): string => `/api/projects/${projects[project].id}/query/`;

const hogql = (project: SeedProject, query: string, more: object = {}) =>
  api.post(queryPath(project), { query: { kind: 'HogQLQuery', query }, ...more });

/** Sums of floats depend on the order of their parts; everything else must be equal. */
function rounded(value: unknown): unknown {
  if (typeof value === 'number' && !Number.isInteger(value)) return Number(value.toPrecision(12));
  return Array.isArray(value) ? value.map(rounded) : value;
}

describe.each<[string, ResultCases]>([
  ['aggregates', aggregates],
  ['casts and literals', casts],
  ['dates', dates],
  ['grouping and order', grouping],
  ['joins', joins],
  ['tables of definitions', definitionTables],
  ['persons', persons],
  ['properties', properties],
  ['sessions', sessions],
  ['sub-queries and sets', subQueries],
  ['syntax', syntax],
  ['typed properties', typedProperties],
  ['a project in Berlin', inBerlin],
  ['a project in New York', inNewYork],
])('%s', (_, { project, cases }) => {
  it.each(cases)('%s', async (...row) => {
    // Rest arguments: jest takes a missing last one for its callback.
    const [statement, rows, columns] = row as unknown as ResultCase;
    const response = await hogql(project, statement);
    expect(response.body).toMatchObject({ results: expect.any(Array) });
    const body = response.body as { results: unknown; columns: unknown };
    expect(rounded(body.results)).toEqual(rounded(rows));
    if (columns !== undefined) expect(body.columns).toEqual(columns);
  });
});

describe('responses in formats for rows', () => {
  const open = (query: string, { accept, format }: { accept?: string; format?: string }) =>
    fetch(
      `${product.url}${queryPath('berlin')}${format === undefined ? '' : `?format=${format}`}`,
      {
        method: 'POST',
        headers: {
          authorization: `Bearer ${api.key}`,
          'content-type': 'application/json',
          ...(accept !== undefined && { accept }),
        },
        body: JSON.stringify({ query: { kind: 'HogQLQuery', query } }),
      },
    );

  it.each(streams)('%s as %j', async (statement, how, type, text) => {
    const response = await open(statement, how);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
    expect(await response.text()).toBe(text);
  });

  it('have no limit of their own', async () => {
    const text = await (await open('select number from numbers(20000)', { format: 'csv' })).text();
    expect(text.split('\r\n')).toHaveLength(20_002);
  });

  it('are rejected as JSON', async () => {
    const response = await open('select nope from events', { format: 'csv' });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'hogql_query_error' });
  });
});

describe('the query log', () => {
  it('knows a query by its id, in its own project alone', async () => {
    const more = { client_query_id: 'logged', name: 'for the log' };
    const { headers } = await hogql('utc', 'select count() from events', more);
    expect(headers.get('x-posthog-query-bytes-read')).toMatch(/^\d+$/);
    const { body } = await api.get(`${queryPath('utc')}logged/log/`);
    const { columns, results } = body as { columns: string[]; results: unknown[][] };
    expect(results).toHaveLength(1);
    expect(results[0]?.[columns.indexOf('hogql_name')]).toBe('for the log');
    const list = await api.get(`${queryPath('utc')}log/?query_id=logged`);
    expect(list.body).toMatchObject({ count: 1, results: [{ status: 'finished' }] });
    const elsewhere = await api.get(`${queryPath('berlin')}logged/log/`);
    expect(elsewhere.body).toMatchObject({ results: [] });
  });
});

describe('pages of SQL', () => {
  it('lead from one to the next, and end', async () => {
    const query = 'select number from numbers(25)';
    const seen: unknown[] = [];
    let more: object = { page_size: 10 };
    for (let pages = 0; pages < 3; pages += 1) {
      const body = (await hogql('utc', query, more)).body as {
        results: unknown[][];
        nextCursor: string | null;
      };
      seen.push(...body.results.flat());
      more = { cursor: body.nextCursor };
    }
    expect(seen).toEqual(Array.from({ length: 25 }, (_, n) => n));
    expect(more).toEqual({ cursor: null });
  });
});

describe('rejected statements', () => {
  it.each(rejections)('%s', async (statement, code, detail) => {
    const response = await hogql('utc', statement);
    expect(response.body).toMatchObject({
      type: 'validation_error',
      code,
      detail: expect.stringContaining(detail),
      attr: null,
    });
    expect(response.status).toBe(400);
  });
});

describe('the envelope', () => {
  it.each(envelope)('of %s', async (query, expected) => {
    const response = await hogql('utc', query);
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject(expected);
  });

  it('holds every key of the wire', async () => {
    const { body } = await hogql('berlin', 'select 1');
    expect(body).toEqual({
      results: [[1]],
      columns: ['1'],
      types: [['1', 'UInt8']],
      hogql: 'SELECT 1 LIMIT 101 OFFSET 0',
      query: 'select 1',
      clickhouse: expect.any(String),
      hasMore: false,
      limit: 100,
      offset: 0,
      error: null,
      explain: null,
      metadata: null,
      timings: null,
      modifiers: {},
      warnings: null,
      resolved_date_range: null,
      resolved_compare_date_range: null,
      is_cached: false,
      last_refresh: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      next_allowed_client_refresh: expect.stringMatching(/Z$/),
      cache_target_age: expect.stringMatching(/Z$/),
      cache_key: expect.stringMatching(new RegExp(`^cache_${projects.berlin.id}_[0-9a-f]{64}$`)),
      timezone: 'Europe/Berlin',
      query_status: null,
      calculation_trigger: null,
      query_metadata: null,
    });
  });

  it('fills placeholders', async () => {
    const query = {
      kind: 'HogQLQuery',
      query: 'select {a}, {b}, {c}',
      values: { a: 'x', b: 1, c: [null] },
    };
    const response = await api.post(queryPath('utc'), { query });
    expect((response.body as { results: unknown }).results).toEqual([['x', 1, [null]]]);
  });
});

it.each(filters)('filters: %s', async (_, query, more, rows) => {
  const response = await api.post(queryPath('berlin'), { query, ...more });
  expect(response.body).toMatchObject({ results: rows });
});

it.each(kinds)('kinds: %s', async (_, query, expected) => {
  const response = await api.post(queryPath('utc'), { query });
  expect(response.body).toMatchObject(expected);
  expect(response.status).toBe(200);
});

it.each(rejectedKinds)('kinds: rejects %s', async (_, query, code, detail) => {
  const response = await api.post(queryPath('utc'), { query });
  expect(response.body).toMatchObject({ code, detail: expect.stringContaining(detail) });
  expect(response.status).toBe(400);
});

it.each(rejectedInsights)(
  'insights: rejects %s, and names the field',
  async (_, query, attr, code = 'invalid_input') => {
    const response = await api.post(queryPath('utc'), { query });
    expect(response.body).toMatchObject({ type: 'validation_error', code, attr });
    expect(response.status).toBe(400);
  },
);

it.each(rejectedRequests)('rejects %s', async (_, body, code, detail) => {
  const response = await api.post(queryPath('utc'), body);
  expect(response.status).toBe(400);
  expect(response.body).toMatchObject({
    code,
    detail: expect.stringContaining(detail),
    attr: null,
  });
});

describe('credentials', () => {
  const send = (
    method: string,
    path: string,
    key: string | null,
    place: KeyPlace,
  ): Promise<Response> => {
    const url = new URL(path, product.url);
    if (place === 'query string') url.searchParams.set('personal_api_key', key ?? '');
    const body = {
      query: { kind: 'HogQLQuery', query: 'select 1' },
      ...(place === 'body' && { personal_api_key: key }),
    };
    return fetch(url, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(place === 'header' && key !== null && { authorization: `Bearer ${key}` }),
      },
      ...(method === 'POST' && { body: JSON.stringify(body) }),
    });
  };

  it.each(queryAccess)('%s', async (...row) => {
    const [, { scopes, scopedTo, place = 'header' }, { method = 'POST', path }, status, detail] =
      row as unknown as QueryAccessCase;
    const own = String(projects.utc.id);
    const made = await api.post('/api/personal_api_keys/', {
      label: 'conformance',
      scopes,
      ...(scopedTo && { scoped_teams: [projects[scopedTo === 'own' ? 'utc' : 'berlin'].id] }),
    });
    const { value } = made.body as { value: string };
    const response = await send(method, `/api/projects/${path.replace('{id}', own)}`, value, place);
    expect(response.status).toBe(status);
    if (detail === undefined) return;
    const body = (await response.json()) as { detail: string };
    expect(body.detail).toContain(detail.replace('{id}', own));
  });

  it.each(badCredentials)('%s in the %s', async (value, place, code, detail) => {
    const key = value === '{{project token}}' ? projects.utc.token : value;
    const response = await send('POST', queryPath('utc'), key, place);
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(await response.json()).toEqual({
      type: 'authentication_error',
      code,
      detail,
      attr: null,
    });
  });
});

describe('refresh', () => {
  const ask = async (query: object, refresh: string | null = null) => {
    const response = await api.post(queryPath('utc'), {
      query,
      ...(refresh !== null && { refresh }),
    });
    expect(response.status).toBe(200);
    return response.body as Record<string, unknown>;
  };

  it.each(refreshes)('%s', async (_, query, requests) => {
    for (const [refresh, expected] of requests) {
      const body = await ask(query, refresh);
      expect({ refresh, body }).toMatchObject({ refresh, body: expected });
    }
  });

  it.each(sameQueries)('%s', async (_, one, two, same) => {
    const [first, second] = [await ask(one), await ask(two)];
    expect(second['is_cached']).toBe(same);
    expect(second['cache_key'] === first['cache_key']).toBe(same);
  });

  it('what a background run computed is served to all who ask later', async () => {
    const query = { kind: 'HogQLQuery', query: 'select 9200' };
    const { query_status } = (await ask(query, 'force_async')) as { query_status: { id: string } };
    await waitUntil(async () => {
      const { body } = await api.get(`${queryPath('utc')}${query_status.id}/`);
      expect(body).toMatchObject({
        query_status: { complete: true, error: false, results: { results: [[9200]] } },
      });
    });
    expect(await ask(query)).toMatchObject({ is_cached: true, results: [[9200]] });
  });

  it('more runs than a project may have at once all end', async () => {
    const slow = (n: number) => `select count(), ${n} from numbers(20000000) where number % 7 = 3`;
    const start = async (n: number, id: string) => {
      const body = { query: { kind: 'HogQLQuery', query: slow(n) }, refresh: 'force_async' };
      const response = await api.post(queryPath('utc'), { ...body, client_query_id: id });
      return (response.body as { query_status: { id: string } }).query_status.id;
    };
    const ids = await Promise.all([0, 1, 2, 3, 4, 5].map((n) => start(n, `many-${n}`)));
    expect(ids).toEqual(ids.map((_, n) => `many-${n}`));
    for (const id of ids) {
      await waitUntil(async () => {
        const { body } = await api.get(`${queryPath('utc')}${id}/`);
        expect(body).toMatchObject({ query_status: { complete: true, error: false } });
      });
    }
  });
});
