import { createClickHouse } from '@tidemark/clickhouse';
import { createLogger } from '@tidemark/platform';
import { createIsolatedStores } from '@tidemark/testing';
import type { TestApi } from '../test-support/api';
import { startTestApi } from '../test-support/api';

let api: TestApi;
let other: number;
const VARIABLES = '/api/projects/1/insight_variables/';

beforeAll(async () => {
  const urls = await createIsolatedStores();
  const clickhouse = createClickHouse({
    url: urls.clickhouse,
    logger: createLogger('test', 'warn'),
  });
  await clickhouse.close();
  api = await startTestApi(urls);
  other = await api.newProject();
});
afterAll(() => api.stop());

const create = async (json: object) => (await api.call('POST', VARIABLES, { json })).body;
const idOf = (body: object): string => ('id' in body ? String(body.id) : '');

it('is created, listed, changed and deleted', async () => {
  const created = await create({ name: 'My Team!', type: 'String', default_value: 'red' });
  expect(created).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    name: 'My Team!',
    type: 'String',
    default_value: 'red',
    created_by: expect.any(Number),
    created_at: expect.any(String),
    code_name: 'my_team',
    values: null,
  });
  const path = `${VARIABLES}${idOf(created)}/`;
  expect((await api.call('GET', VARIABLES)).body).toMatchObject({ count: 1, results: [created] });
  expect((await api.call('GET', path)).body).toEqual(created);
  const json = { name: 'Other', type: 'List', values: ['a', 'b'], default_value: null };
  expect((await api.call('PATCH', path, { json })).body).toMatchObject({
    ...json,
    code_name: 'my_team',
  });
  const foreign = `/api/projects/${other}/insight_variables/${idOf(created)}/`;
  for (const method of ['GET', 'PATCH', 'DELETE']) {
    const options = method === 'PATCH' ? { json: {} } : {};
    expect((await api.call(method, foreign, options)).status).toBe(404);
  }
  expect((await api.call('DELETE', path)).status).toBe(204);
  expect((await api.call('GET', path)).status).toBe(404);
});

it.each([
  [{ type: 'String' }, 'required', 'name'],
  [{ name: 'x' }, 'required', 'type'],
  [{ name: 'x', type: 'Colour' }, 'invalid_choice', 'type'],
  [{ name: '!!', type: 'String' }, 'invalid', 'name'],
  [{ name: 'TWICE', type: 'String' }, 'unique', 'name'],
])('rejects %j', async (json, code, attr) => {
  await create({ name: 'twice', type: 'Number' });
  const response = await api.call('POST', VARIABLES, { json });
  expect(response.status).toBe(400);
  expect(response.body).toMatchObject({ type: 'validation_error', code, attr });
});

it('needs a scope of insights', async () => {
  const key = await api.keyWith(['insight:read']);
  expect((await api.call('GET', VARIABLES, { key })).status).toBe(200);
  const json = { name: 'x', type: 'String' };
  expect((await api.call('POST', VARIABLES, { key, json })).status).toBe(403);
});

describe('in a statement', () => {
  let id: string;
  const run = async (query: string, variables: object, more: object = {}) => {
    const json = { query: { kind: 'HogQLQuery', query, variables }, ...more };
    return (await api.call('POST', '/api/projects/1/query/', { json })).body;
  };
  const declared = (more: object = {}) => ({
    [id]: { variableId: id, code_name: 'colour', ...more },
  });

  beforeAll(async () => {
    id = idOf(await create({ name: 'colour', type: 'String', default_value: 'red' }));
  });

  it.each<[string, object, object, unknown]>([
    ['the stored default', {}, {}, 'red'],
    ['the value of the query', { value: 'blue' }, {}, 'blue'],
    ['null when it says so', { value: 'blue', isNull: true }, {}, null],
    ['a list', { value: ['a', 1] }, {}, ['a', 1]],
    ['the value of the request', { value: 'blue' }, { value: 'green' }, 'green'],
  ])('%s', async (_, own, override, expected) => {
    const more = {
      variables_override: { [id]: { code_name: 'colour', variableId: id, ...override } },
    };
    expect(await run('select {variables.colour}', declared(own), more)).toMatchObject({
      results: [[expected]],
    });
  });

  it('ignores overrides of variables that the query does not declare', async () => {
    const more = { variables_override: { x: { code_name: 'x', value: 1 } } };
    expect(await run('select {variables.colour}', declared(), more)).toMatchObject({
      results: [['red']],
    });
  });

  it('reports what is missing', async () => {
    expect(await run('select {variables.color}', declared())).toMatchObject({
      detail: 'Variable color is missing from query. Did you mean: colour?',
    });
    const unknown = { u: { variableId: 'u', code_name: 'unknown', value: 1 } };
    expect(await run('select {variables.unknown}', unknown)).toMatchObject({
      code: 'hogql_query_error',
      detail: 'Variable unknown does not exist',
    });
  });
});
