import type { RunWorld } from './world';
import { sql, startRunWorld, until } from './world';

/**
 * A worker runs a query with the scopes of its caller. Only callers with the scopes for the data that the query read
 * may see the result.
 */
let world: RunWorld;
let reader: string;
let flagReader: string;

beforeAll(async () => {
  world = await startRunWorld();
  world.startWorker();
  await send('/api/projects/1/feature_flags/', { key: 'hidden-flag' });
  const views = '/api/projects/1/warehouse_saved_queries/';
  await send(views, { name: 'flag_view', query: sql('select key from system.feature_flags') });
  const key = async (scopes: readonly string[]) =>
    String((await send('/api/personal_api_keys/', { label: 'test', scopes }))['value']);
  reader = await key(['query:read']);
  flagReader = await key(['query:read', 'feature_flag:read']);
});
afterAll(() => world.stop());

async function send(path: string, json: unknown): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(world.base + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(json),
  });
  return (await response.json()) as Readonly<Record<string, unknown>>;
}

const as = (key: string) => ({ authorization: `Bearer ${key}` });
const start = (query: string, id: string, key: string) =>
  world.call(
    'POST',
    '',
    { query: sql(query), refresh: 'force_async', client_query_id: id },
    as(key),
  );
const look = (id: string, key: string) => world.call('GET', `${id}/`, undefined, as(key));
const finished = (id: string) =>
  until(
    () => look(id, world.key),
    ({ body }) => (body['query_status'] as { complete?: boolean }).complete === true,
  );

it.each([
  ['a table', 'select key from system.feature_flags'],
  ['a view', 'select key from flag_view'],
])(
  'a run that reads %s requires the scope of its caller, and of readers of the result',
  async (what, query) => {
    const [denied, allowed] = [`denied ${what}`, `allowed ${what}`];
    await start(query, denied, reader);
    await start(query, allowed, flagReader);
    expect((await finished(denied)).body).toMatchObject({
      query_status: {
        error: true,
        results: null,
        error_message: expect.stringContaining("required scope 'feature_flag:read'") as string,
      },
    });
    await finished(allowed);
    expect((await look(allowed, flagReader)).body).toMatchObject({
      query_status: { error: false, results: { results: [['hidden-flag']] } },
    });
    const rejected = await look(allowed, reader);
    expect([rejected.status, rejected.body]).toMatchObject([
      403,
      {
        code: 'permission_denied',
        detail: expect.stringContaining("required scope 'feature_flag:read'") as string,
      },
    ]);
  },
);

it('the result of a run that reads no system table can be read with every key of the project', async () => {
  await start('select 41 + 1', 'plain', flagReader);
  await finished('plain');
  expect((await look('plain', reader)).body).toMatchObject({
    query_status: { results: { results: [[42]] } },
  });
});
