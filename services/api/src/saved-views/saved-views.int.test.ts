import { createClickHouse } from '@tidemark/clickhouse';
import { createLogger } from '@tidemark/platform';
import { createIsolatedStores } from '@tidemark/testing';
import type { TestApi } from '../test-support/api';
import { startTestApi } from '../test-support/api';

/** Saved views (`docs/wire/hogql-tables.md#saved-views`): statements with a name, read like tables. */
let api: TestApi;
let other: string;
const VIEWS = '/api/projects/1/warehouse_saved_queries/';

beforeAll(async () => {
  const urls = await createIsolatedStores();
  const clickhouse = createClickHouse({
    url: urls.clickhouse,
    logger: createLogger('test', 'warn'),
  });
  api = await startTestApi(urls);
  const created = await api.call('POST', '/api/projects/', { json: { name: 'other' } });
  other = `/api/projects/${String(created.body.id)}/`;
  const events = [1, created.body.id].flatMap((team) =>
    ['a', 'b'].map((name, n) => ({
      uuid: `00000000-0000-4000-8000-${String(team * 10 + n).padStart(12, '0')}`,
      team_id: team,
      event: `${name} of ${team}`,
      distinct_id: 'd',
      timestamp: '2026-01-11 10:00:00',
      properties_text: JSON.stringify({ n }),
    })),
  );
  await clickhouse.insertJsonEachRow('events', events);
  await clickhouse.close();
});
afterAll(() => api.stop());

const save = (name: string, query: string, list = VIEWS) =>
  api.call('POST', list, { json: { name, query: { kind: 'HogQLQuery', query } } });
const ask = async (query: string, project = '/api/projects/1/') => {
  const json = { query: { kind: 'HogQLQuery', query }, refresh: 'force_blocking' };
  return (await api.call('POST', `${project}query/`, { json })).body;
};

it('keeps a view, shows it, and reads it like a table', async () => {
  const created = await save(
    'busy',
    'select event, properties.n as n, timestamp, count() as total from events group by 1, 2, 3',
  );
  expect([created.status, created.body]).toMatchObject([
    201,
    {
      name: 'busy',
      deleted: false,
      is_materialized: false,
      columns: [
        { key: 'event', name: 'event', type: 'string', schema_valid: true },
        { name: 'n', type: 'string' },
        { name: 'timestamp', type: 'datetime' },
        { name: 'total', type: 'integer' },
      ],
    },
  ]);
  const id = String(created.body['id']);
  expect((await api.call('GET', `${VIEWS}${id}/`)).body).toEqual(created.body);
  expect((await api.call('GET', VIEWS)).body).toMatchObject({ count: 1 });
  const response = await ask('select b.event, b.total, busy.n from busy b join busy using (event)');
  expect(response['results']).toHaveLength(2);
  expect(response['hogql']).toContain('FROM busy AS b');
  const schema = await api.call('POST', '/api/projects/1/query/', {
    json: { query: { kind: 'DatabaseSchemaQuery' } },
  });
  expect(schema.body['tables']).toMatchObject({
    busy: { type: 'view', fields: { total: { type: 'integer' } } },
  });
  expect((await api.call('DELETE', `${VIEWS}${id}/`)).status).toBe(204);
  expect(await ask('select 1 from busy')).toMatchObject({ type: 'validation_error' });
});

it('reads views through views, whatever names the statement around them defines', async () => {
  await save('base', 'select event as e from events');
  const top = await save('upper_base', 'select upper(e) as e from base');
  expect(top.status).toBe(201);
  const response = await ask(
    "with events as (select 'x' as event), base as (select 'y' as e) select u.e, base.e from upper_base u, base order by 1",
  );
  expect(response['results']).toEqual([
    ['A OF 1', 'y'],
    ['B OF 1', 'y'],
  ]);
});

it('rejects circles, names that are taken, and statements with mistakes', async () => {
  const one = await save('one', 'select 1 as a');
  await save('two', 'select a from one');
  const circle = await api.call('PATCH', `${VIEWS}${String(one.body['id'])}/`, {
    json: { query: { kind: 'HogQLQuery', query: 'select a from two' } },
  });
  expect([circle.status, circle.body]).toMatchObject([
    400,
    { attr: 'query', detail: 'The view one reads itself' },
  ]);
  const rejections = await Promise.all([
    save('one', 'select 1'),
    save('events', 'select 1'),
    save('persons', 'select 1'),
    save('numbers', 'select 1'),
    save('system.teams', 'select 1'),
    save('x y', 'select 1'),
    save('broken', 'select missing from events'),
    save('open', 'select {name}'),
    save('physical', 'select * from person'),
    save('guard', 'select 2 as team_id from events'),
    save('three', 'selec'),
  ]);
  expect(rejections.map(({ status, body }) => [status, body.attr])).toEqual([
    ...Array.from({ length: 6 }, () => [400, 'name']),
    ...Array.from({ length: 5 }, () => [400, 'query']),
  ]);
});

it('stays inside its project', async () => {
  const query = 'select event from events where team_id > 0 or 1 = 1';
  const mine = await save('shared_name', query);
  expect(await ask('select * from shared_name', other)).toMatchObject({
    type: 'validation_error',
  });
  const id = String(mine.body['id']);
  for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
    const response = await api.call(method, `${other}warehouse_saved_queries/${id}/`, {
      ...(method === 'PATCH' && { json: { name: 'stolen' } }),
    });
    expect(response.status).toBe(404);
  }
  await save('shared_name', query, `${other}warehouse_saved_queries/`);
  const [own, theirs] = [
    await ask('select distinct event from shared_name order by event'),
    await ask('select distinct event from shared_name order by event', other),
  ];
  expect(own['results']).toEqual([['a of 1'], ['b of 1']]);
  expect(JSON.stringify(theirs['results'])).not.toContain('of 1"');
});

it('asks for a scope of its own', async () => {
  const key = await api.keyWith(['query:read']);
  expect((await api.call('GET', VIEWS, { key })).status).toBe(403);
});
