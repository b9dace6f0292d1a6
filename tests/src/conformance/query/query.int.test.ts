import { aggregates } from './aggregates';
import type { ResultCase, ResultCases } from './case';
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
import { rejections } from './rejections';
import { rejectedRequests } from './rejected-requests';
import { sessions } from './sessions';
import { subQueries } from './sub-queries';
import { syntax } from './syntax';
import { inBerlin, inNewYork } from './time-zones';
import { typedProperties } from './typed-properties';
import { queryScene } from '../test-support/query-scene';

/** Runs the cases of this folder against the running product, only over HTTP. */
const scene = queryScene();
const { queryPath, hogql } = scene;

/** Sums of floats depend on the order of their parts, so they are rounded; other values must be equal. */
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
    // Uses rest parameters, because jest would take a missing last parameter for its callback.
    const [statement, rows, columns] = row as unknown as ResultCase;
    const response = await hogql(project, statement);
    expect(response.body).toMatchObject({ results: expect.any(Array) });
    const body = response.body as { results: unknown; columns: unknown };
    expect(rounded(body.results)).toEqual(rounded(rows));
    if (columns !== undefined) expect(body.columns).toEqual(columns);
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
  it.each(envelope)('for %s', async (query, expected) => {
    const response = await hogql('utc', query);
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject(expected);
  });

  it('has every key of the wire format', async () => {
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
      cache_key: expect.stringMatching(
        new RegExp(`^cache_${scene.projects.berlin.id}_[0-9a-f]{64}$`),
      ),
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
    const response = await scene.api.post(queryPath('utc'), { query });
    expect((response.body as { results: unknown }).results).toEqual([['x', 1, [null]]]);
  });
});

it.each(filters)('filters: %s', async (_, query, more, rows) => {
  const response = await scene.api.post(queryPath('berlin'), { query, ...more });
  expect(response.body).toMatchObject({ results: rows });
});

it.each(kinds)('kinds: %s', async (_, query, expected) => {
  const response = await scene.api.post(queryPath('utc'), { query });
  expect(response.body).toMatchObject(expected);
  expect(response.status).toBe(200);
});

it.each(rejectedKinds)('kinds: rejects %s', async (_, query, code, detail) => {
  const response = await scene.api.post(queryPath('utc'), { query });
  expect(response.body).toMatchObject({ code, detail: expect.stringContaining(detail) });
  expect(response.status).toBe(400);
});

it.each(rejectedInsights)(
  'insights: rejects %s and names the field',
  async (_, query, attr, code = 'invalid_input') => {
    const response = await scene.api.post(queryPath('utc'), { query });
    expect(response.body).toMatchObject({ type: 'validation_error', code, attr });
    expect(response.status).toBe(400);
  },
);

it.each(rejectedRequests)('rejects %s', async (_, body, code, detail) => {
  const response = await scene.api.post(queryPath('utc'), body);
  expect(response.status).toBe(400);
  expect(response.body).toMatchObject({
    code,
    detail: expect.stringContaining(detail),
    attr: null,
  });
});
