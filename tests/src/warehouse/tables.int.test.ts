import { randomUUID } from 'node:crypto';
import { tableScene } from './test-support/table-scene';

const scene = tableScene();
const { path, uploaded } = scene;

const ORDERS = [
  'customer,amount,paid,day,at,zip',
  'ada,19.5,true,2024-03-01,2024-03-01T10:00:00Z,00123',
  'bob,2,false,2024-03-02,2024-03-02 10:00:00,00456',
].join('\n');

it('uploads a CSV, shows its columns and can be queried by its name', async () => {
  const table = await uploaded('orders', ORDERS);
  expect(table).toMatchObject({
    name: 'orders',
    format: 'CSVWithNames',
    deleted: false,
    credential: null,
    external_data_source: null,
    row_count: 2,
    columns: [
      { key: 'customer', name: 'customer', type: 'string', schema_valid: true },
      { name: 'amount', type: 'float' },
      { name: 'paid', type: 'boolean' },
      { name: 'day', type: 'date' },
      { name: 'at', type: 'datetime' },
      { name: 'zip', type: 'string' },
    ],
  });
  expect(
    await scene.world.query(
      scene.project,
      'select customer, amount * 2, paid, day, at, zip from orders order by 1',
    ),
  ).toEqual([
    ['ada', 39, true, '2024-03-01', '2024-03-01T10:00:00Z', '00123'],
    ['bob', 4, false, '2024-03-02', '2024-03-02T10:00:00Z', '00456'],
  ]);
  const listed = await scene.world.call('GET', path());
  expect(listed.body).toMatchObject({ count: 1, results: [{ id: table.id, name: 'orders' }] });
  const alias = await scene.world.call(
    'GET',
    `/api/environments/${scene.project}/warehouse_tables/${table.id}/`,
  );
  expect(alias).toMatchObject({ status: 200, body: { id: table.id } });
});

it('joins a table with events and persons', async () => {
  const personId = randomUUID();
  await scene.world.clickhouse.insertJsonEachRow('events', [
    {
      uuid: randomUUID(),
      event: 'paid',
      distinct_id: 'ada',
      timestamp: '2024-03-01 10:00:00',
      created_at: '2024-03-01 10:00:01',
      person_id: personId,
      person_created_at: '2024-03-01 10:00:00',
      person_properties: {},
      properties_text: {},
      team_id: scene.project,
    },
  ]);
  await scene.world.clickhouse.insertJsonEachRow('person', [
    {
      id: personId,
      team_id: scene.project,
      properties_text: { name: 'Ada' },
      is_identified: true,
      is_deleted: 0,
      created_at: '2024-03-01 10:00:00',
      version: 0,
    },
  ]);
  expect(
    await scene.world.query(
      scene.project,
      `select e.event, o.amount, p.properties.name from events e
       join orders o on e.distinct_id = o.customer join persons p on p.id = e.person_id`,
    ),
  ).toEqual([['paid', 19.5, 'Ada']]);
});

it('replaces the file of an upload, and keeps the columns that both files have', async () => {
  const first = await uploaded('stock', 'item,count\na,1\n');
  const second = await uploaded('stock', 'note,item\nnew,b\n');
  expect(second.id).toBe(first.id);
  expect(await scene.world.query(scene.project, 'select item, note from stock')).toEqual([
    ['b', 'new'],
  ]);
});

it('can be renamed and deleted', async () => {
  const { id } = await uploaded('before', 'a\n1\n');
  expect(await scene.world.call('PATCH', path(id), { name: 'after' })).toMatchObject({
    status: 200,
    body: { name: 'after' },
  });
  expect(await scene.world.query(scene.project, 'select a from after')).toEqual([[1]]);
  expect(await scene.world.query(scene.project, 'select a from before')).toMatch(
    /Unknown table `before`/,
  );
  expect((await scene.world.call('DELETE', path(id))).status).toBe(204);
  expect((await scene.world.call('GET', path(id))).status).toBe(404);
  expect((await scene.world.call('DELETE', path(id))).status).toBe(404);
  expect(await scene.world.query(scene.project, 'select a from after')).toMatch(/Unknown table/);
  await uploaded('after', 'b\n2\n');
  expect(await scene.world.query(scene.project, 'select * from after')).toEqual([[2]]);
});

it('is only visible in its project', async () => {
  const { id } = await uploaded('mine', 'secret\nSECRET\n');
  const other = await scene.world.newProject();
  expect(await scene.world.query(other, 'select * from mine')).toMatch(/Unknown table/);
  const theirs = await scene.world.upload(other, { name: 'mine' }, 'secret\ntheirs\n');
  expect(theirs.status).toBe(201);
  expect(await scene.world.query(other, 'select * from mine')).toEqual([['theirs']]);
  expect(await scene.world.query(scene.project, 'select * from mine')).toEqual([['SECRET']]);
  for (const [method, action] of [
    ['GET', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['POST', 'refresh/'],
    ['POST', 'refresh_schema/'],
  ] as const) {
    const foreign = `/api/projects/${other}/warehouse_tables/${id}/${action}`;
    expect(
      (await scene.world.call(method, foreign, method === 'PATCH' ? {} : undefined)).status,
    ).toBe(404);
  }
});

it('requires its scopes', async () => {
  const keyOf = async (scope: string): Promise<string> => {
    const json = { label: 'test', scopes: [scope] };
    return (await scene.world.call('POST', '/api/personal_api_keys/', json)).body[
      'value'
    ] as string;
  };
  const reader = await keyOf('warehouse_table:read');
  expect((await scene.world.call('GET', path(), undefined, reader)).status).toBe(200);
  expect(await scene.world.call('POST', path(), {}, reader)).toMatchObject({
    status: 403,
    body: { detail: "API key missing required scope 'warehouse_table:write'" },
  });
  const stranger = await keyOf('query:read');
  expect((await scene.world.call('GET', path(), undefined, stranger)).status).toBe(403);
});
